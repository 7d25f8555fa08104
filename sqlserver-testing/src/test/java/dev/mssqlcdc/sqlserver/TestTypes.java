package dev.mssqlcdc.sqlserver;

import static dev.mssqlcdc.sqlserver.testing.Sql.execute;
import static dev.mssqlcdc.sqlserver.testing.Sql.one;
import static dev.mssqlcdc.sqlserver.testing.Sql.rows;
import static dev.mssqlcdc.sqlserver.testing.Sql.update;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.StandinOnly;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import microsoft.sql.DateTimeOffset;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@SqlServerTest
class TestTypes {
  private static TestDatabase database;

  @BeforeAll
  static void start(TestDatabase db) {
    database = db;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '~',
      textBlock =
          """
          bit;                 0;                                     0
          bit;                 1;                                     1
          tinyint;             0;                                     0
          tinyint;             255;                                   255
          smallint;            -32768;                                -32768
          int;                 -2147483648;                           -2147483648
          int;                 2147483647;                            2147483647
          bigint;              -9223372036854775808;                  -9223372036854775808
          real;                3.4028235E38;                          3.4028235E38
          float;               1.7976931348623157E308;                1.7976931348623157E308
          float;               -2.2250738585072014E-308;              -2.2250738585072014E-308
          decimal(38,0);       99999999999999999999999999999999999999; 99999999999999999999999999999999999999
          decimal(38,38);      -0.12345678901234567890123456789012345678; -0.12345678901234567890123456789012345678
          numeric(10,2);       -99999999.99;                          -99999999.99
          decimal(19,4);       922337203685477.5808;                  922337203685477.5808
          money;               -922337203685477.5808;                 -922337203685477.5808
          money;               922337203685477.5807;                  922337203685477.5807
          smallmoney;          -214748.3648;                          -214748.3648
          date;                '0001-01-01';                          0001-01-01
          date;                '9999-12-31';                          9999-12-31
          time(7);             '23:59:59.9999999';                    23:59:59.9999999
          time(0);             '23:59:59';                            23:59:59
          datetime;            '1753-01-01 00:00:00.000';             1753-01-01 00:00:00.0
          datetime;            '9999-12-31 23:59:59.997';             9999-12-31 23:59:59.997
          smalldatetime;       '2079-06-06 23:59:00';                 2079-06-06 23:59:00.0
          datetime2(7);        '0001-01-01 00:00:00.0000001';         0001-01-01 00:00:00.0000001
          datetime2(7);        '9999-12-31 23:59:59.9999999';         9999-12-31 23:59:59.9999999
          datetimeoffset(7);   '2024-02-29 23:59:59.9999999 +14:00';  2024-02-29 23:59:59.9999999 +14:00
          datetimeoffset(7);   '0001-01-02 00:00:00.0000001 -08:30';  0001-01-02 00:00:00.0000001 -08:30
          char(5);             'ab';                                  ~ab   ~
          varchar(10);         'Ünïcode€';                            Ünïcode€
          varchar(max);        '';                                    ~~
          nchar(4);            N'日本';                               ~日本  ~
          nvarchar(10);        N'😀 it''s';                           😀 it's
          nvarchar(max);       N'😀';                                 😀
          text;                'old text';                            old text
          ntext;               N'日本';                               日本
          binary(4);           0x0102;                                01020000
          varbinary(4);        0x;                                    ~~
          varbinary(max);      0x00FF;                                00FF
          image;               0x0A0B;                                0A0B
          uniqueidentifier;    '00112233-4455-6677-8899-aabbccddeeff'; 00112233-4455-6677-8899-AABBCCDDEEFF
          xml;                 N'<a b="1">ä</a>';                     <a b="1">ä</a>
          sysname;             N'name';                               name
          """)
  void aValueOfEveryTypeComesBackAsItWent(String type, String literal, String expected)
      throws SQLException {
    try (Connection connection = database.connect()) {
      execute(
          connection,
          "DROP TABLE IF EXISTS v",
          "CREATE TABLE v (c " + type + " NULL)",
          "INSERT INTO v VALUES (" + literal + "), (NULL)");
      assertThat(rows(connection, "SELECT c FROM v")).containsExactlyInAnyOrder(expected, "null");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '~',
      textBlock =
          """
          bit;               bit;              1;  0
          tinyint;           tinyint;          3;  0
          smallint;          smallint;         5;  0
          int;               int;              10; 0
          bigint;            bigint;           19; 0
          real;              real;             7;  0
          float;             float;            15; 0
          decimal(10,2);     decimal;          10; 2
          numeric(38,10);    numeric;          38; 10
          money;             money;            19; 4
          smallmoney;        smallmoney;       10; 4
          date;              date;             10; 0
          time(3);           time;             12; 3
          smalldatetime;     smalldatetime;    16; 0
          datetime;          datetime;         23; 3
          datetime2(7);      datetime2;        27; 7
          datetimeoffset(4); datetimeoffset;   31; 4
          char(7);           char;             7;  0
          varchar(8000);     varchar;          8000; 0
          nchar(7);          nchar;            7;  0
          nvarchar(4000);    nvarchar;         4000; 0
          nvarchar(max);     nvarchar;         1073741823; 0
          binary(8);         binary;           8;  0
          varbinary(max);    varbinary;        2147483647; 0
          rowversion;        timestamp;        8;  0
          uniqueidentifier;  uniqueidentifier; 36; 0
          xml;               xml;              1073741823; 0
          text;              text;             2147483647; 0
          ntext;             ntext;            1073741823; 0
          image;             image;            2147483647; 0
          """)
  void metadataTellsTheDeclaredType(String type, String name, int precision, int scale)
      throws SQLException {
    try (Connection connection = database.connect()) {
      execute(connection, "DROP TABLE IF EXISTS m", "CREATE TABLE m (id int, c " + type + ")");
      for (String query :
          List.of(
              "SELECT c FROM m",
              "SELECT x.y FROM (SELECT c AS y FROM m WHERE id > 1) AS x",
              "SELECT c FROM m WHERE id = 1 UNION ALL SELECT c FROM m WHERE id = 2",
              "WITH a AS (SELECT c FROM m) SELECT c AS d FROM a")) {
        try (Statement statement = connection.createStatement();
            ResultSet rows = statement.executeQuery(query)) {
          ResultSetMetaData metadata = rows.getMetaData();
          assertThat(metadata.getColumnTypeName(1)).as(query).isEqualTo(name);
          assertThat(metadata.getPrecision(1)).as(query).isEqualTo(precision);
          assertThat(metadata.getScale(1)).as(query).isEqualTo(scale);
        }
      }
    }
  }

  @Test
  void parametersOfEveryKindArriveUnchanged() throws SQLException {
    try (Connection connection = database.connect()) {
      execute(
          connection,
          "DROP TABLE IF EXISTS p",
          "CREATE TABLE p (a bit, b smallint, c int, d bigint, e real, f float, g decimal(20,5),"
              + " h date, i time(7), j datetime2(7), k datetimeoffset(7), l nvarchar(max),"
              + " m varbinary(50), n uniqueidentifier)");
      LocalDateTime instant = LocalDateTime.of(2024, 3, 4, 5, 6, 7, 123_456_700);
      DateTimeOffset offset =
          DateTimeOffset.valueOf(java.sql.Timestamp.valueOf("2024-03-04 05:06:07.1234567"), 0);
      String guid = "00112233-4455-6677-8899-AABBCCDDEEFF";
      Object[] values = {
        true,
        (short) -5,
        6,
        7L,
        1.5f,
        -2.5,
        new BigDecimal("-123456789012345.12345"),
        LocalDate.of(1, 2, 3),
        LocalTime.of(1, 2, 3),
        instant,
        offset,
        "it's 😀",
        new byte[] {0, 1, (byte) 255},
        guid
      };
      update(connection, "INSERT INTO p VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)", values);
      try (Statement statement = connection.createStatement();
          ResultSet row = statement.executeQuery("SELECT * FROM p")) {
        assertThat(row.next()).isTrue();
        List<Object> read = new ArrayList<>();
        for (int i = 1; i <= 7; i++) {
          read.add(row.getObject(i));
        }
        assertThat(read).containsExactly(List.of(values).subList(0, 7).toArray());
        assertThat(row.getObject(8, LocalDate.class)).isEqualTo(LocalDate.of(1, 2, 3));
        assertThat(row.getObject(9, LocalTime.class)).isEqualTo(LocalTime.of(1, 2, 3));
        assertThat(row.getObject(10, LocalDateTime.class)).isEqualTo(instant);
        assertThat(row.getObject(11)).isEqualTo(offset);
        assertThat(row.getString(12)).isEqualTo("it's 😀");
        assertThat(row.getBytes(13)).containsExactly(0, 1, 255);
        assertThat(row.getString(14)).isEqualTo(guid);
      }
    }
  }

  @ParameterizedTest
  @StandinOnly("types whose values it does not send")
  @ValueSource(strings = {"sql_variant", "geography", "geometry", "hierarchyid"})
  void typesWithoutValuesAreKnownToTheCatalogAndRefusedInResults(String type) throws SQLException {
    try (Connection connection = database.connect()) {
      execute(connection, "DROP TABLE IF EXISTS g", "CREATE TABLE g (id int, c " + type + ")");
      assertThat(
              one(
                  connection,
                  "SELECT TYPE_NAME(user_type_id) FROM sys.columns WHERE object_id ="
                      + " OBJECT_ID('dbo.g') AND name = 'c'"))
          .isEqualTo(type);
      assertThatThrownBy(() -> rows(connection, "SELECT c FROM g"))
          .hasMessageContaining("not supported by the stand-in");
    }
  }

  @Test
  void valuesOutOfRangeAreRefused() throws SQLException {
    try (Connection connection = database.connect()) {
      execute(
          connection,
          "DROP TABLE IF EXISTS r",
          "CREATE TABLE r (t tinyint, s nvarchar(3), d decimal(4,2))");
      assertThatThrownBy(() -> update(connection, "INSERT INTO r (t) VALUES (?)", 256))
          .hasMessageContaining("Arithmetic overflow error for data type tinyint");
      assertThatThrownBy(() -> update(connection, "INSERT INTO r (s) VALUES (?)", "four"))
          .hasMessageContaining("String or binary data would be truncated");
      assertThatThrownBy(() -> update(connection, "INSERT INTO r (d) VALUES (?)", 100))
          .hasMessageContaining("Arithmetic overflow");
    }
  }
}
