package dev.mssqlcdc.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@SqlServerTest
class TestFunctions {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '~',
      textBlock =
          """
          1e0 / 8;                                                 0.125
          -2.5E-1 * 2;                                             -0.5
          CAST(1.9 AS int);                                        1
          CAST(-1.9 AS int);                                       -1
          CAST('12' AS int);                                       12
          CAST(CAST(1.5 AS money) AS int);                         2
          CAST(CAST(1 AS bit) AS varchar(5));                      1
          CAST(CAST(1.5 AS float) AS varchar(20));                 1.5
          CAST(CAST(1234567 AS float) AS varchar(20));             1.23457e+006
          CAST(CAST(2.5 AS money) AS varchar(20));                 2.50
          CAST(CAST('0a000000-0000-0000-0000-00000000000b' AS uniqueidentifier) AS varchar(36)); 0A000000-0000-0000-0000-00000000000B
          CAST(CAST('2024-01-02T03:04:05' AS datetime) AS varchar(30)); Jan  2 2024  3:04AM
          CAST(CAST('20240102' AS date) AS varchar(30));           2024-01-02
          CAST(CAST('2024-01-02 03:04:05.5' AS datetime2(3)) AS varchar(30)); 2024-01-02 03:04:05.500
          CONVERT(varchar(30), CAST('2024-01-02' AS date), 23);    2024-01-02
          CONVERT(varchar(30), CAST('2024-01-02 13:04:05.120' AS datetime), 0);   Jan  2 2024  1:04PM
          CONVERT(varchar(30), CAST('2024-01-02 13:04:05.120' AS datetime), 101); 01/02/2024
          CONVERT(varchar(30), CAST('2024-01-02 13:04:05.120' AS datetime), 103); 02/01/2024
          CONVERT(varchar(30), CAST('2024-01-02 13:04:05.120' AS datetime), 112); 20240102
          CONVERT(varchar(30), CAST('2024-01-02 13:04:05.120' AS datetime), 120); 2024-01-02 13:04:05
          CONVERT(varchar(30), CAST('2024-01-02 13:04:05.120' AS datetime), 121); 2024-01-02 13:04:05.120
          CONVERT(varchar(30), CAST('2024-01-02 13:04:05.120' AS datetime), 126); 2024-01-02T13:04:05.120
          CONVERT(varchar(30), CAST('2024-01-02 13:04:05' AS datetime), 126);     2024-01-02T13:04:05
          CONVERT(varchar(40), CAST('2024-01-02T13:04:05 +02:00' AS datetimeoffset(3)), 127); 2024-01-02T11:04:05Z
          CONVERT(varchar(30), CAST('13:04:05' AS time(0)), 108);  13:04:05
          CONVERT(varchar(20), 0x0AFF, 1);                         0x0AFF
          CONVERT(varchar(20), 0x0AFF, 2);                         0AFF
          CONVERT(varbinary(4), '0x0AFF', 1);                      0AFF
          CONVERT(varchar(5), 0x414243);                           ABC
          CONVERT(date, '01/02/2024', 101);                        2024-01-02
          TRY_CAST('x' AS int);                                    null
          TRY_CAST('7' AS int);                                    7
          TRY_CAST(300 AS tinyint);                                null
          TRY_CONVERT(date, '2024-02-30');                         null
          TRY_CONVERT(date, '2024-02-28');                         2024-02-28
          IIF(1 > 2, 'a', 'b');                                    b
          CHOOSE(2, 'a', 'b', 'c');                                b
          CHOOSE(4, 'a', 'b', 'c');                                null
          CONCAT('a', NULL, 1, CAST(1 AS bit));                    a11
          CONCAT_WS('-', 'a', NULL, 'b');                          a-b
          STUFF('abcdef', 2, 3, 'X');                              aXef
          REVERSE('abc');                                          cba
          QUOTENAME('a]b');                                        [a]]b]
          UNICODE(N'é');                                           233
          DATEDIFF(day, '2024-02-28', '2024-03-01');               2
          DATEDIFF(year, '2023-12-31', '2024-01-01');              1
          DATEDIFF(minute, '2024-01-01T10:00:59', '2024-01-01T10:01:00'); 1
          DATEADD(month, 1, CAST('2024-01-31' AS date));           2024-02-29
          DATEPART(weekday, CAST('2024-03-03' AS date));           1
          DATEPART(iso_week, CAST('2024-12-30' AS date));          1
          DATENAME(month, CAST('2024-03-03' AS date));             March
          DATENAME(weekday, CAST('2024-03-03' AS date));           Sunday
          EOMONTH('2024-02-10');                                   2024-02-29
          EOMONTH(CAST('2024-02-10' AS date), 1);                  2024-03-31
          DATEFROMPARTS(2024, 2, 29);                              2024-02-29
          HASHBYTES('SHA2_256', 'abc');                            BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD
          HASHBYTES('MD5', N'abc');                                CE1473CF80C6B3FDA8E3DFC006ADC315
          DATALENGTH(N'ab ');                                      6
          DATALENGTH('ab ');                                       3
          ISNULL(NULL, 3);                                         3
          NULLIF(1, 1);                                            null
          """)
  void aFunctionGives(String expression, String expected, TestDatabase db) throws SQLException {
    assertThat(db.one("SELECT " + expression)).isEqualTo(expected);
  }

  @Test
  void aggregatesAndTableFunctions(TestDatabase db) throws SQLException {
    db.execute("CREATE TABLE t (g int, s varchar(9))", "INSERT t VALUES (1,'b'),(1,'a'),(2,'c')");
    assertThat(
            db.rows(
                "SELECT g, STRING_AGG(s, '+') WITHIN GROUP (ORDER BY s) FROM t GROUP BY g"
                    + " ORDER BY g"))
        .containsExactly("1|a+b", "2|c");
    assertThat(db.rows("SELECT value FROM STRING_SPLIT('a,,b', ',')"))
        .containsExactly("a", "", "b");
    assertThat(db.one("SELECT LEN(CAST(NEWID() AS varchar(36)))")).isEqualTo("36");
    assertThat(db.rows("SELECT s FROM t ORDER BY s OFFSET 1 ROWS FETCH NEXT 1 ROWS ONLY"))
        .containsExactly("b");
  }

  @Test
  void datesAreReadInManyForms(TestDatabase db) throws SQLException {
    db.execute("CREATE TABLE d (id int, a datetime, b datetimeoffset(0), c date)");
    db.execute(
        "INSERT INTO d VALUES (1, '2024/1/2', '2024-01-01T10:00:00 +02:00', '20240102')",
        "INSERT INTO d (id, a, c) VALUES (2, '20240102 03:04', '1/2/2024')",
        "UPDATE d SET a = '2024-01-02T03:04:05' WHERE c = '2024/01/02' AND id IN (2)");
    assertThat(db.rows("SELECT a, b, c FROM d ORDER BY id"))
        .containsExactly(
            "2024-01-02 00:00:00.0|2024-01-01 10:00:00 +02:00|2024-01-02",
            "2024-01-02 03:04:05.0|null|2024-01-02");
    assertThat(db.one("SELECT COUNT(*) FROM d WHERE a BETWEEN '20240102' AND '2024/1/3'"))
        .isEqualTo("2");
  }
}
