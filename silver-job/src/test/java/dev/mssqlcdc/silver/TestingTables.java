package dev.mssqlcdc.silver;

import static dev.mssqlcdc.silver.spark.TestingLake.column;

import dev.mssqlcdc.silver.spark.TestingSource;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;

/** Tables of odd types, keys and names, and what the connector and the writer make of them. */
final class TestingTables {

  static final String PLACES = "dbo.places";
  static final String ORDER_DETAILS = "dbo.Order Details";
  static final String TYPES = "dbo.types";

  private final TestDatabase database;
  private final TestingSource source;

  TestingTables(TestDatabase database, TestingSource source) {
    this.database = database;
    this.source = source;
  }

  /** Creates them in the source. */
  void create() throws SQLException {
    createPlaces();
    createOrderDetails();
    createTypes();
  }

  /** Brings them to bronze, after capture has come to them. */
  void bring() throws SQLException {
    bringPlaces();
    bringOrderDetails();
    bringTypes();
  }

  private void createTypes() throws SQLException {
    database.execute(
        """
        CREATE TABLE dbo.types (id int PRIMARY KEY, b bit, ti tinyint, si smallint, bi bigint,
          r real, f float, d decimal(38,10), m money, sm smallmoney, da date, dt datetime,
          sd smalldatetime, d2 datetime2(7), dto datetimeoffset(7), t7 time(7), t3 time(3),
          c char(5), vc varchar(20), nc nchar(3), nvm nvarchar(max), tx text, ntx ntext, x xml,
          u uniqueidentifier, bn binary(4), vb varbinary(max), im image, v rowversion,
          twice AS si * 2)""");
    database.track("types");
    database.execute(
        """
        INSERT INTO dbo.types (id, b, ti, si, bi, r, f, d, m, sm, da, dt, sd, d2, dto, t7, t3, c,
          vc, nc, nvm, tx, ntx, x, u, bn, vb, im)
        VALUES (1, 1, 255, -32768, 9223372036854775807, 0.1, 0.1, 1.5, -922337203685477.5808, 1.5,
          '0001-01-01', '2026-03-01T12:00:00.500', '2026-03-01T12:01:00',
          '9999-12-31T23:59:59.9999999', '2026-03-01T12:00:00.1234567+02:00', '23:59:59.9999999',
          '12:00:00.120', 'ab', 'a ', N'é', N'\uD83D\uDE00', 'text', N'ntext', N'<a>1</a>',
          '6F9619FF-8B86-D011-B42D-00C04FC964FF', 0x01, 0x00FF, 0x02)""",
        "INSERT INTO dbo.types (id) VALUES (2)");
  }

  private void bringTypes() throws SQLException {
    source.bronze(
        TYPES,
        List.of(
            column("id", "integer"),
            column("b", "boolean"),
            column("ti", "short"),
            column("si", "short"),
            column("bi", "long"),
            column("r", "float"),
            column("f", "double"),
            column("d", "decimal(38,10)"),
            column("m", "decimal(19,4)"),
            column("sm", "decimal(10,4)"),
            column("da", "date"),
            column("dt", "timestamp_ntz"),
            column("sd", "timestamp_ntz"),
            column("d2", "timestamp_ntz"),
            column("dto", "timestamp"),
            column("t7", "string"),
            column("t3", "string"),
            column("c", "string"),
            column("vc", "string"),
            column("nc", "string"),
            column("nvm", "string"),
            column("tx", "string"),
            column("ntx", "string"),
            column("x", "string"),
            column("u", "string"),
            column("bn", "binary"),
            column("vb", "binary"),
            column("im", "binary"),
            column("v", "binary"),
            column("twice", "integer")),
        "id");
    source.bringInsert(
        TYPES,
        "dbo_types",
        1,
        true,
        (short) 255,
        (short) -32768,
        Long.MAX_VALUE,
        0.1f,
        0.1,
        new BigDecimal("1.5000000000"),
        new BigDecimal("-922337203685477.5808"),
        new BigDecimal("1.5000"),
        LocalDate.of(1, 1, 1),
        LocalDateTime.parse("2026-03-01T12:00:00.500"),
        LocalDateTime.parse("2026-03-01T12:01:00"),
        LocalDateTime.parse("9999-12-31T23:59:59.999999"),
        Instant.parse("2026-03-01T10:00:00.123456Z"),
        "23:59:59.9999999",
        "12:00:00.120",
        "ab   ",
        "a ",
        "é  ",
        "\uD83D\uDE00",
        "text",
        "ntext",
        "<a>1</a>",
        "6F9619FF-8B86-D011-B42D-00C04FC964FF",
        new byte[] {1, 0, 0, 0},
        new byte[] {0, -1},
        new byte[] {2},
        new byte[8],
        null);
    source.bringInsert(TYPES, "dbo_types", 2);
  }

  private void createPlaces() throws SQLException {
    database.execute(
        "CREATE TABLE dbo.places (region nvarchar(10), at datetime2(7), n smallint, v int, PRIMARY KEY (region, at, n))");
    database.track("places");
    database.execute(
        "INSERT INTO dbo.places VALUES (N'a ', '2026-01-01T00:00:00.0000001', 1, 1), (N'A', '2026-01-01T00:00:00.0000002', 1, 1), (NCHAR(55296) + N'x', '2026-01-01', -1, 1)");
  }

  private void bringPlaces() throws SQLException {
    source.bronze(
        PLACES,
        List.of(
            column("region", "string"),
            column("at", "string"),
            column("n", "short"),
            column("v", "integer")),
        "region",
        "at",
        "n");
    source.bringInsert(PLACES, "dbo_places", "a ", "2026-01-01T00:00:00.0000001", (short) 1, 1);
    source.bringInsert(PLACES, "dbo_places", "A", "2026-01-01T00:00:00.0000002", (short) 1, 1);
    source.bringInsert(
        PLACES, "dbo_places", "\uFFFDx", "2026-01-01T00:00:00.0000000", (short) -1, 1);
  }

  private void createOrderDetails() throws SQLException {
    database.execute(
        "CREATE TABLE dbo.[Order Details] ([order id] int PRIMARY KEY, [Unit ]]Price] int)");
    database.track("Order Details");
  }

  private void bringOrderDetails() throws SQLException {
    source.bronze(
        ORDER_DETAILS,
        List.of(column("order id", "integer"), column("Unit ]Price", "integer")),
        "order id");
  }
}
