package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.SwitchedTable.ids;
import static dev.mssqlcdc.connector.TestingRecords.changes;
import static dev.mssqlcdc.connector.TestingRecords.detail;
import static dev.mssqlcdc.connector.TestingRecords.events;
import static dev.mssqlcdc.connector.TestingRecords.isProgressAtOrAbove;
import static dev.mssqlcdc.connector.TestingRecords.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.sqlserver.testing.SqlScript;
import dev.mssqlcdc.sqlserver.testing.TestLogin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When an old capture instance may be disabled. */
class TestReleases {

  private static final String T = SwitchedTable.TOPIC;

  private SwitchedTable table;
  private TestingDatabase database;

  @BeforeEach
  void createTable() throws SQLException {
    table = SwitchedTable.create();
    database = table.database();
  }

  @AfterEach
  void drop() throws SQLException {
    table.close();
  }

  @Test
  void theOldInstanceIsReleasedOnlyWhenTheStoredOffsetHasPassedTheSwitch() throws Exception {
    try (var task = TestingTask.start(table.settings())) {
      task.begin(1);
      task.commit();
      database.trackAgain("t", "dbo_t_v2");
      Lsn first = database.capture();
      task.pollTo(T, first);
      database.execute("INSERT INTO dbo.t VALUES (1, 1, 1)");
      Lsn end = database.capture();
      List<SourceRecord> before = task.pollTo(T, end);
      assertThat(events(before, EventType.CAPTURE_INSTANCE_SWITCHED)).hasSize(1);
      assertThat(events(before, EventType.CAPTURE_INSTANCE_RELEASED)).isEmpty();

      task.commit();
      List<SourceRecord> records =
          task.pollUntil(r -> !events(r, EventType.CAPTURE_INSTANCE_RELEASED).isEmpty());
      var detail =
          (EventDetail.CaptureInstanceReleased)
              detail(events(records, EventType.CAPTURE_INSTANCE_RELEASED).get(0));
      assertThat(detail.oldInstance()).isEqualTo("dbo_t");
      assertThat(detail.newInstance()).isEqualTo("dbo_t_v2");

      database.disable("t", "dbo_t");
      database.execute("INSERT INTO dbo.t VALUES (2, 2, 2)");
      Lsn later = database.capture();
      records = task.pollTo(T, later);
      assertThat(ids(records)).containsExactly("dbo_t_v2 1", "dbo_t_v2 2");
      assertThat(events(records, EventType.CAPTURE_INSTANCE_RELEASED)).hasSize(1);

      try (var again = TestingTask.start(table.settings(), records)) {
        database.execute("INSERT INTO dbo.t VALUES (3, 3, 3)");
        Lsn last = database.capture();
        List<SourceRecord> rest = again.pollUntil(r -> isProgressAtOrAbove(r, T, last));
        assertThat(ids(rest)).containsExactly("dbo_t_v2 3");
        assertThat(events(rest, EventType.CAPTURE_INSTANCE_RELEASED)).isEmpty();
      }
    }
  }

  /** The statements of docs/guides/schema-changes.md, as they stand there. */
  @Test
  void theProcedureOfTheGuideAddsAColumn() throws Exception {
    List<SqlScript> steps = stepsOfTheGuide();
    assertThat(steps).hasSize(2);
    database.execute(
        "CREATE ROLE cdc_reader", "CREATE TABLE dbo.orders (id int NOT NULL PRIMARY KEY)");
    database.track("dbo", "orders");
    database.execute("GRANT SELECT ON cdc.dbo_orders_CT TO cdc_reader");
    TestLogin login =
        database.database().newLogin().withUser().granted("SELECT ON dbo.orders").in("cdc_reader");
    Map<String, String> settings = database.settings("dbo\\.orders");
    settings.put("database.user", login.name());
    settings.put("database.password", login.password());
    try (var task = TestingTask.start(settings)) {
      task.begin(1);
      database.database().startCapture();
      database.execute("INSERT INTO dbo.orders VALUES (1)");
      database.execute(steps.get(0).batches().toArray(String[]::new));
      database.execute("INSERT INTO dbo.orders VALUES (2, N'new')");
      task.pollUntil(r -> changes(r).size() == 2);
      assertThat(events(task.records(), EventType.CAPTURE_INSTANCE_RELEASED)).isEmpty();
      database.execute("INSERT INTO dbo.orders VALUES (3, N'newer')");
      task.pollUntil(r -> changes(r).size() == 3);
      task.commit();
      task.pollUntil(r -> !events(r, EventType.CAPTURE_INSTANCE_RELEASED).isEmpty());
      database.execute(steps.get(1).batches().toArray(String[]::new));
      database.execute("INSERT INTO dbo.orders VALUES (4, N'newest')");
      List<SourceRecord> records = task.pollUntil(r -> changes(r).size() == 4);
      assertThat(ids(records))
          .containsExactly("dbo_orders 1", "dbo_orders_v2 2", "dbo_orders_v2 3", "dbo_orders_v2 4");
      assertThat(changes(records).stream().skip(1).map(r -> value(r).getString("note")))
          .containsExactly("new", "newer", "newest");
      assertThat(events(records, EventType.TABLE_STOPPED)).isEmpty();
    }
    database.database().stopCapture();
  }

  private static List<SqlScript> stepsOfTheGuide() throws IOException {
    String guide = Files.readString(Path.of("../docs/guides/schema-changes.md"));
    return Pattern.compile("```sql\n(.*?)```", Pattern.DOTALL)
        .matcher(guide)
        .results()
        .map(block -> block.group(1))
        .filter(block -> block.contains("GO\n"))
        .map(SqlScript::of)
        .toList();
  }
}
