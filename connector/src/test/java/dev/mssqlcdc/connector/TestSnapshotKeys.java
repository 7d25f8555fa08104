package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingRecords.events;
import static dev.mssqlcdc.connector.TestingRecords.snapshotRows;
import static dev.mssqlcdc.connector.TestingRecords.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.EventType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Chunks by keys of every type: the server compares them, in an order that is its own. */
class TestSnapshotKeys {

  private static final int VALUES = 14;

  /**
   * Keys of one column of each type; a composite one; texts whose order is not that of their bytes.
   */
  static Stream<Arguments> keys() {
    return Stream.of(
        Arguments.of(
            "k bigint NOT NULL PRIMARY KEY",
            "(-9223372036854775808), (-1), (0), (9223372036854775807)"),
        Arguments.of("k tinyint NOT NULL PRIMARY KEY", "(0), (1), (254), (255)"),
        Arguments.of("k bit NOT NULL PRIMARY KEY", "(0), (1)"),
        Arguments.of(
            "k decimal(38,10) NOT NULL PRIMARY KEY",
            "(-1234567890123456789012345678.0000000001), (0), (0.0000000001), (1.5)"),
        Arguments.of("k money NOT NULL PRIMARY KEY", "(-922337203685477.5808), (0), (0.0001), (1)"),
        Arguments.of(
            "k float NOT NULL PRIMARY KEY",
            "(-1.7976931348623157E+308), (0.1), (0.30000000000000004), (1E+300)"),
        Arguments.of("k real NOT NULL PRIMARY KEY", "(-3.4E+38), (0.1), (0.2), (3.4E+38)"),
        Arguments.of(
            "k date NOT NULL PRIMARY KEY",
            "('0001-01-01'), ('1582-10-10'), ('2024-02-29'), ('9999-12-31')"),
        Arguments.of(
            "k datetime NOT NULL PRIMARY KEY",
            "('1753-01-01'), ('2024-01-01T00:00:00.003'), ('2024-01-01T00:00:00.007'), ('2024-01-01T00:00:00.010')"),
        Arguments.of(
            "k smalldatetime NOT NULL PRIMARY KEY",
            "('1900-01-01'), ('2024-01-01T00:01:00'), ('2024-01-01T00:02:00')"),
        Arguments.of(
            "k datetime2(7) NOT NULL PRIMARY KEY",
            "('0001-01-01'), ('2024-01-01T00:00:00.0000001'), ('2024-01-01T00:00:00.0000002'), ('9999-12-31T23:59:59.9999999')"),
        Arguments.of(
            "k datetime2(3) NOT NULL PRIMARY KEY",
            "('2024-01-01T00:00:00.001'), ('2024-01-01T00:00:00.002'), ('2024-01-01T00:00:00.003')"),
        Arguments.of(
            "k datetimeoffset(7) NOT NULL PRIMARY KEY",
            "('2024-01-01T00:00:00.0000001+02:00'), ('2023-12-31T22:00:00.0000002+00:00'), ('2024-01-01T00:00:00+00:00')"),
        Arguments.of(
            "k time(7) NOT NULL PRIMARY KEY",
            "('00:00:00'), ('00:00:00.0000001'), ('12:00:00'), ('23:59:59.9999999')"),
        Arguments.of(
            "k uniqueidentifier NOT NULL PRIMARY KEY",
            "('00000000-0000-0000-0000-010000000000'), ('01000000-0000-0000-0000-000000000000'), ('FFFFFFFF-0000-0000-0000-000000000000')"),
        Arguments.of("k varbinary(8) NOT NULL PRIMARY KEY", "(0x00), (0x0001), (0x01), (0xFF)"),
        Arguments.of(
            "k varchar(10) COLLATE Latin1_General_CI_AS NOT NULL PRIMARY KEY",
            "('a'), ('B'), ('c'), ('D'), ('_'), ('')"),
        Arguments.of(
            "k varchar(10) COLLATE Latin1_General_BIN2 NOT NULL PRIMARY KEY",
            "('a'), ('B'), ('c'), ('D'), ('A')"),
        Arguments.of(
            "k nvarchar(10) COLLATE Latin1_General_CS_AS NOT NULL PRIMARY KEY",
            "(N'é'), (N'F'), (N'a'), (N'ü'), (N'日')"),
        Arguments.of("k char(5) NOT NULL PRIMARY KEY", "('a'), ('ab'), ('b'), ('')"),
        Arguments.of(
            "a int NOT NULL, b varchar(5) NOT NULL, k int NOT NULL, PRIMARY KEY (a, b, k)",
            "(1, 'a', 1), (1, 'a', 2), (1, 'b', 1), (1, 'b', 2), (2, 'a', 1), (2, 'c', 9), (3, 'a', 1)"));
  }

  /** Each type and collation alone, whose values are met in no order. */
  static Stream<Arguments> columns() {
    return KeyColumn.ALL.stream()
        .map(column -> Arguments.of("k " + column.type() + " NOT NULL PRIMARY KEY", rows(column)));
  }

  private static String rows(KeyColumn column) {
    var random = new Random(1);
    return IntStream.range(0, Math.min(column.distinct(), VALUES))
        .map(n -> n * 71 % column.distinct())
        .distinct()
        .mapToObj(n -> "(" + column.literals().of(n, random) + ")")
        .collect(Collectors.joining(", "));
  }

  /** Columns of different collations and types; first columns that hardly tell rows apart. */
  static Stream<Arguments> composites() {
    return Stream.of(
        composite("varchar(12) COLLATE Latin1_General_CI_AI", "uniqueidentifier", "datetime2(7)"),
        composite("uniqueidentifier", "nvarchar(12) COLLATE Greek_CI_AI", "datetime2(7)"),
        composite("datetime2(7)", "char(5) COLLATE Greek_BIN2", "uniqueidentifier"),
        composite(
            "nchar(5) COLLATE Latin1_General_CS_AI",
            "varchar(12) COLLATE Greek_CI_AS",
            "varchar(12) COLLATE Latin1_General_100_BIN2"),
        composite("bit", "datetimeoffset(7)", "nvarchar(12) COLLATE Latin1_General_100_CI_AI"));
  }

  private static Arguments composite(String... types) {
    List<KeyColumn> columns = Stream.of(types).map(TestSnapshotKeys::column).toList();
    String definition =
        "a %s NOT NULL, b %s NOT NULL, k %s NOT NULL, PRIMARY KEY (a, b, k)"
            .formatted((Object[]) types);
    var random = new Random(1);
    String rows =
        IntStream.range(0, 40)
            .mapToObj(n -> List.of(n % 20 == 7 ? 1 : 0, n * 7 % 3, n * 37 % 40))
            .map(
                numbers ->
                    IntStream.range(0, 3)
                        .mapToObj(i -> columns.get(i).literals().of(numbers.get(i), random))
                        .collect(Collectors.joining(", ", "(", ")")))
            .collect(Collectors.joining(", "));
    return Arguments.of(definition, rows);
  }

  private static KeyColumn column(String type) {
    return KeyColumn.ALL.stream().filter(c -> c.type().equals(type)).findFirst().orElseThrow();
  }

  @ParameterizedTest
  @MethodSource({"keys", "columns", "composites"})
  void readEveryRowOnceInTheServersOwnOrder(String columns, String rows) throws Exception {
    try (var database = TestingDatabase.create()) {
      database.execute(
          "CREATE TABLE dbo.t (%s, rid int IDENTITY NOT NULL)".formatted(columns),
          "INSERT INTO dbo.t VALUES %s".formatted(rows));
      database.track("dbo", "t");
      List<Integer> expected = new ArrayList<>();
      String order = columns.startsWith("a ") ? "a, b, k" : "k";
      database.query("SELECT rid FROM dbo.t ORDER BY " + order, row -> expected.add(row.getInt(1)));
      assertThat(rowsRead(database, expected.size())).isEqualTo(expected);
      assertThat(rowsRead(database, 1)).as("a row a chunk").isEqualTo(expected);
      assertThat(rowsRead(database, 3)).as("three rows a chunk").isEqualTo(expected);
    }
  }

  private static List<Integer> rowsRead(TestingDatabase database, int chunkRows) throws Exception {
    Map<String, String> settings = database.settings("dbo\\.t");
    settings.put("snapshot.chunk.rows", String.valueOf(chunkRows));
    try (var task = TestingTask.start(settings)) {
      return snapshotRows(task.pollUntil(r -> !events(r, EventType.BOOTSTRAP).isEmpty())).stream()
          .map(r -> value(r).getInt32("rid"))
          .toList();
    }
  }
}
