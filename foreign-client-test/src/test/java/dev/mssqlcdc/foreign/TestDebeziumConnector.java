package dev.mssqlcdc.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.sqlserver.testing.Sql;
import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.StandinOnly;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import dev.mssqlcdc.standin.StandinServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A client that knows nothing of the stand-in takes it for SQL Server. */
@SqlServerTest
class TestDebeziumConnector {
  private static final String MAX_LSN = "SELECT CONVERT(varchar(22), sys.fn_cdc_get_max_lsn(), 1)";
  private static final String POSITIONS =
      "SELECT CONVERT(varchar(22), __$start_lsn, 1), CONVERT(varchar(22), __$seqval, 1) FROM"
          + " cdc.%s WHERE __$start_lsn > %s";

  @ParameterizedTest
  @CsvSource({"direct,false", "function,false", "direct,true", "function,true"})
  void everyChangeArrivesOnceAndInOrder(String mode, boolean encrypt, TestDatabase database)
      throws Exception {
    database.execute(
        "CREATE TABLE customer (id int NOT NULL PRIMARY KEY, name nvarchar(50), credit"
            + " decimal(10, 2), note varchar(max), at datetime2(3), code uniqueidentifier)",
        "CREATE TABLE item (region nvarchar(10) NOT NULL, number bigint NOT NULL, price money,"
            + " CONSTRAINT pk_item PRIMARY KEY (region, number))");
    database.enableCdc();
    database.track("customer");
    database.track("item");
    database.execute(
        "INSERT INTO customer VALUES (1, N'Ångström', 10.50, 'n', '2026-01-02 03:04:05.678',"
            + " '01234567-89AB-CDEF-0123-456789ABCDEF'), (2, NULL, NULL, NULL, NULL, NULL)",
        "INSERT INTO item VALUES (N'nord', 1, 9.99)");
    database.capture();
    String snapshot = database.one(MAX_LSN);
    database.startCapture();
    try (TestingDebezium debezium = new TestingDebezium(database, mode, encrypt)) {
      assertThat(shown(debezium.await(3)))
          .containsExactlyInAnyOrder(
              "r {id=1} null {id=1,name=Ångström,credit=10.50,note=n,at=1767323045678,code="
                  + "01234567-89AB-CDEF-0123-456789ABCDEF}",
              "r {id=2} null {id=2,name=null,credit=null,note=null,at=null,code=null}",
              "r {region=nord,number=1} null {region=nord,number=1,price=9.9900}");

      database.transaction(
          "INSERT INTO customer (id, name) VALUES (3, 'new')",
          "UPDATE customer SET name = 'newer', note = 'long' WHERE id = 3",
          "UPDATE item SET price = 8",
          "DELETE FROM customer WHERE id = 2");
      debezium.await(3 + 5);
      database.execute("UPDATE item SET number = 2, price = 1 WHERE number = 1");
      debezium.await(8 + 3);
      database.execute("ALTER TABLE customer ADD email nvarchar(100)");
      database.execute(
          "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'customer',"
              + " @role_name = NULL, @capture_instance = N'second'",
          "INSERT INTO customer (id, email) VALUES (4, 'four@example')",
          "UPDATE customer SET email = 'one@example' WHERE id = 1");
      List<SourceRecord> changes = debezium.await(11 + 2).subList(3, 13);
      assertThat(shown(changes))
          .containsExactly(
              "c {id=3} null {id=3,name=new,credit=null,note=null,at=null,code=null}",
              "u {id=3} {id=3,name=new,credit=null,note=null,at=null,code=null}"
                  + " {id=3,name=newer,credit=null,note=long,at=null,code=null}",
              "u {region=nord,number=1} {region=nord,number=1,price=9.9900}"
                  + " {region=nord,number=1,price=8.0000}",
              "d {id=2} {id=2,name=null,credit=null,note=null,at=null,code=null} null",
              "tombstone {id=2}",
              "d {region=nord,number=1} {region=nord,number=1,price=8.0000} null",
              "tombstone {region=nord,number=1}",
              "c {region=nord,number=2} null {region=nord,number=2,price=1.0000}",
              "c {id=4} null {id=4,name=null,credit=null,note=null,at=null,code=null,email="
                  + "four@example}",
              "u {id=1} {id=1,name=Ångström,credit=10.50,note=null,at=1767323045678,code="
                  + "01234567-89AB-CDEF-0123-456789ABCDEF,email=null} {id=1,name=Ångström,"
                  + "credit=10.50,note=n,at=1767323045678,code=01234567-89AB-CDEF-0123-"
                  + "456789ABCDEF,email=one@example}");
      assertThat(positions(changes)).containsExactlyElementsOf(positions(database, snapshot));
    }
  }

  @Test
  @StandinOnly("a failover on demand")
  void itGoesOnAfterAFailover(TestDatabase database) throws Exception {
    database.execute("CREATE TABLE t (id int NOT NULL PRIMARY KEY)");
    database.enableCdc();
    database.track("t");
    database.execute("INSERT INTO t VALUES (1)");
    database.capture();
    database.startCapture();
    try (TestingDebezium debezium = new TestingDebezium(database, "direct", true)) {
      debezium.await(1);
      database.execute("INSERT INTO t VALUES (2)");
      debezium.await(2);
      StandinServer standin = database.server().standin().orElseThrow();
      standin.faults().failover(database.name(), Optional.of("SECOND"));
      try (Connection again = database.connect()) {
        Sql.execute(again, "INSERT INTO t VALUES (3)");
      }
      int count = 3;
      List<String> keys = keys(debezium.await(count));
      while (!keys.contains("{id=3}")) {
        // after a restart it may repeat what it had not acknowledged
        keys = keys(debezium.await(++count));
      }
      assertThat(new LinkedHashSet<>(keys)).containsExactly("{id=1}", "{id=2}", "{id=3}");
    }
  }

  private static List<String> keys(List<SourceRecord> records) {
    return records.stream().map(event -> shown((Struct) event.key())).toList();
  }

  private static List<String> shown(List<SourceRecord> records) {
    return records.stream().map(TestDebeziumConnector::shown).toList();
  }

  private static String shown(SourceRecord event) {
    String key = shown((Struct) event.key());
    if (event.value() == null) {
      return "tombstone " + key;
    }
    Struct value = (Struct) event.value();
    return value.getString("op")
        + " "
        + key
        + " "
        + shown(value.getStruct("before"))
        + " "
        + shown(value.getStruct("after"));
  }

  private static String shown(Struct row) {
    return row == null
        ? "null"
        : row.schema().fields().stream()
            .map(field -> field.name() + "=" + row.get(field))
            .collect(Collectors.joining(",", "{", "}"));
  }

  private static List<String> positions(List<SourceRecord> records) {
    List<String> positions = new ArrayList<>();
    for (SourceRecord event : records) {
      if (event.value() != null) {
        Struct source = ((Struct) event.value()).getStruct("source");
        positions.add(source.getString("commit_lsn") + "|" + source.getString("change_lsn"));
      }
    }
    return positions;
  }

  /**
   * Where the change tables have something, in Debezium's format. A row and its copy in a second
   * instance stand at one position, as do the images before and after an update.
   */
  private static SortedSet<String> positions(TestDatabase database, String from)
      throws SQLException {
    SortedSet<String> positions = new TreeSet<>();
    for (String table : List.of("dbo_customer_CT", "second_CT", "dbo_item_CT")) {
      for (String row : database.rows(POSITIONS.formatted(table, from))) {
        String hex = row.replace("0x", "").toLowerCase(Locale.ROOT);
        positions.add(hex.replaceAll("(\\w{8})(\\w{8})(\\w{4})", "$1:$2:$3"));
      }
    }
    return positions;
  }
}
