package dev.mssqlcdc.silver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.silver.spark.TestingLake;
import dev.mssqlcdc.silver.spark.TestingSpark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The query over facts of docs/guides/schema-changes.md, as it stands there. */
class TestReadinessQuery {

  private static final String ORDERS = "dbo.orders";
  private static final String LINES = "dbo.lines";

  @TempDir private Path root;
  private TestingLake lake;

  @BeforeEach
  void create() {
    lake = new TestingLake(root);
  }

  private void switched(String table, String from, String to, long lsn) {
    lake.event(
        table,
        lsn,
        new EventDetail.CaptureInstanceSwitched(
            from, to, "0x00000000000000000001", List.of(), List.of(), "text"));
  }

  private void released(String table, String from, String to, long lsn) {
    lake.event(table, lsn, new EventDetail.CaptureInstanceReleased(from, to, "text"));
  }

  /** Table, old and new instance, and whether the old one may be disabled. */
  private List<String> answers() throws IOException {
    lake.flush();
    String guide = Files.readString(Path.of("../docs/guides/schema-changes.md"));
    String query =
        Pattern.compile("```sql\n(.*?)```", Pattern.DOTALL)
            .matcher(guide)
            .results()
            .map(block -> block.group(1))
            .filter(block -> block.contains("/lake/"))
            .findFirst()
            .orElseThrow();
    return TestingSpark.session().sql(query.replace("/lake/", root + "/")).collectAsList().stream()
        .map(row -> "%s %s %s %s".formatted(row.get(0), row.get(1), row.get(2), row.get(3)))
        .toList();
  }

  @Test
  void anOldInstanceMayBeDisabledOnceItIsReleased() throws IOException {
    assertThat(answers()).isEmpty();
    switched(ORDERS, "dbo_orders", "dbo_orders_v2", 5);
    switched(LINES, "dbo_lines", "dbo_lines_v2", 5);
    assertThat(answers())
        .containsExactly(
            LINES + " dbo_lines dbo_lines_v2 false", ORDERS + " dbo_orders dbo_orders_v2 false");
    released(ORDERS, "dbo_orders", "dbo_orders_v2", 7);
    assertThat(answers())
        .containsExactly(
            LINES + " dbo_lines dbo_lines_v2 false", ORDERS + " dbo_orders dbo_orders_v2 true");
  }

  @Test
  void aNameThatIsUsedAgainIsNotReadyByItsFirstRelease() throws IOException {
    switched(ORDERS, "dbo_orders", "dbo_orders_v2", 5);
    released(ORDERS, "dbo_orders", "dbo_orders_v2", 6);
    switched(ORDERS, "dbo_orders_v2", "dbo_orders", 8);
    released(ORDERS, "dbo_orders_v2", "dbo_orders", 9);
    switched(ORDERS, "dbo_orders", "dbo_orders_v2", 12);
    assertThat(answers()).containsExactly(ORDERS + " dbo_orders dbo_orders_v2 false");
  }
}
