package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingRecords.events;
import static dev.mssqlcdc.connector.TestingRecords.isProgressAtOrAbove;
import static dev.mssqlcdc.connector.TestingRecords.ofTopic;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.EventFields;
import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Fields;
import dev.mssqlcdc.schemas.Lsn;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What monitoring sees while a task runs. */
class TestMetrics {

  private static final MBeanServer JMX = ManagementFactory.getPlatformMBeanServer();
  private static final String A = "p.dbo.a";
  private static final double A_MINUTE = 60;

  private TestingDatabase database;
  private ObjectName bean;

  @BeforeEach
  void createTable() throws SQLException, JMException {
    database = TestingDatabase.create();
    bean = new ObjectName("dev.mssqlcdc:type=table,server=p,table=\"dbo.a\"");
    database.execute(
        "CREATE TABLE dbo.a (id int NOT NULL PRIMARY KEY, v varchar(100) NULL)",
        "INSERT INTO dbo.a VALUES (1, 'one')");
    database.track("dbo", "a");
  }

  @AfterEach
  void drop() throws SQLException {
    database.close();
  }

  private Object get(String attribute) throws JMException {
    return JMX.getAttribute(bean, attribute);
  }

  private double number(String attribute) throws JMException {
    return ((Number) get(attribute)).doubleValue();
  }

  private void purge() throws SQLException {
    database.execute(
        "DECLARE @lsn binary(10) = sys.fn_cdc_get_max_lsn();"
            + " EXEC sys.sp_cdc_cleanup_change_table @capture_instance = N'dbo_a',"
            + " @low_water_mark = @lsn");
  }

  @Test
  void aTableIsShownFromStartToStop() throws Exception {
    assertThat(JMX.isRegistered(bean)).isFalse();
    try (var task = TestingTask.start(database.settings("dbo\\.a"))) {
      task.pollUntil(r -> !events(r, EventType.BOOTSTRAP).isEmpty());
      database.execute("INSERT INTO dbo.a VALUES (2, 'two')", "DELETE FROM dbo.a WHERE id = 1");
      Lsn end = database.capture();
      task.pollUntil(r -> isProgressAtOrAbove(r, A, end));
      assertThat(get("State")).isEqualTo("streaming");
      assertThat(get("Position")).isEqualTo(end.toString());
      assertThat(get("RowsRead")).isEqualTo(3L);
      assertThat(number("BytesRead")).isPositive();
      assertThat(number("IngestionLagSeconds")).isBetween(0.0, A_MINUTE);
      assertThat(number("CaptureLagSeconds")).isBetween(0.0, A_MINUTE);
      assertThat(number("RangeSeconds")).isPositive();
      assertThat(number("QueueFill")).isBetween(0.0, 1.0);
      assertThat(get("Retries")).isEqualTo(0L);
      assertThat(get("LastEvent")).asString().startsWith("bootstrap 0x");
    }
    assertThat(JMX.isRegistered(bean)).isFalse();
  }

  @Test
  void theHeadroomIsFromTheOldestChangeThatIsLeftToThePosition() throws Exception {
    try (var task = TestingTask.start(database.settings("dbo\\.a"))) {
      task.pollUntil(r -> !events(r, EventType.BOOTSTRAP).isEmpty());
      database.execute("INSERT INTO dbo.a VALUES (2, 'two')");
      Lsn first = database.capture();
      task.pollUntil(r -> isProgressAtOrAbove(r, A, first));
      database.execute("WAITFOR DELAY '00:00:00.050'", "INSERT INTO dbo.a VALUES (3, 'three')");
      Lsn second = database.capture();
      List<SourceRecord> records = task.pollUntil(r -> isProgressAtOrAbove(r, A, second));
      assertThat(number("RetentionHeadroomSeconds")).isBetween(0.05, A_MINUTE);
      Struct told = lastMetrics(records);
      assertThat(told.getInt64("retention_watermark_ts")).isPositive();
      assertThat(told.getFloat64("retention_headroom_hours") * 3600).isBetween(0.05, A_MINUTE);
      purge();
      database.execute("INSERT INTO dbo.a VALUES (4, 'four')");
      Lsn third = database.capture();
      task.pollUntil(r -> isProgressAtOrAbove(r, A, third));
      assertThat(lastMetrics(task.pollUntil(r -> true)).getInt64("retention_watermark_ts"))
          .isGreaterThan(told.getInt64("retention_watermark_ts"));
    }
  }

  private static Struct lastMetrics(List<SourceRecord> records) {
    List<SourceRecord> progress = events(ofTopic(records, A), EventType.PROGRESS);
    return TestingRecords.value(progress.get(progress.size() - 1))
        .getStruct(Fields.EVENT)
        .getStruct(EventFields.METRICS);
  }

  @Test
  void aStoppedTableSaysSoAndLostConnectionsAreCounted() throws Exception {
    Map<String, String> settings = database.settings("dbo\\.a");
    try (var proxy = TestingProxy.open()) {
      proxy.lead(settings);
      try (var task = TestingTask.start(settings)) {
        task.pollUntil(r -> !events(r, EventType.BOOTSTRAP).isEmpty());
        proxy.dropConnections();
        TestingAwait.until(() -> number("Retries") > 0);
        database.execute(
            "EXEC sys.sp_cdc_disable_table @source_schema = N'dbo', @source_name = N'a',"
                + " @capture_instance = N'all'",
            "CREATE TABLE dbo.b (id int NOT NULL PRIMARY KEY)");
        database.track("dbo", "b");
        database.execute("INSERT INTO dbo.b VALUES (1)");
        database.capture();
        task.pollUntil(r -> !events(r, EventType.TABLE_STOPPED).isEmpty());
        assertThat(get("State")).isEqualTo("stopped");
        assertThat(get("LastEvent")).asString().startsWith("table_stopped ");
      }
    }
  }

  /** A worker may start a table's next task before the one before has stopped. */
  @Test
  void theNextTasksBeanIsNotTakenAwayByTheOneBefore() throws Exception {
    var before = TestingTask.start(database.settings("dbo\\.a"));
    try (var after = TestingTask.start(database.settings("dbo\\.a"))) {
      before.close();
      after.pollUntil(r -> !events(r, EventType.BOOTSTRAP).isEmpty());
      assertThat(get("RowsRead")).isEqualTo(1L);
    }
    assertThat(JMX.isRegistered(bean)).isFalse();
  }
}
