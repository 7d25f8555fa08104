package dev.mssqlcdc.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code AT TIME ZONE} with the names that Windows has for time zones. */
@SqlServerTest
class TestTimeZones {

  @ParameterizedTest
  @CsvSource({
    "2022-03-27T01:30:00, 2022-03-27 01:30:00 +01:00",
    // the hour that is left out: moved on
    "2022-03-27T02:30:00, 2022-03-27 03:30:00 +02:00",
    "2022-03-27T03:30:00, 2022-03-27 03:30:00 +02:00",
    // the hour that comes twice: the offset before the change
    "2022-10-30T02:00:00, 2022-10-30 02:00:00 +02:00",
    "2022-10-30T02:59:59, 2022-10-30 02:59:59 +02:00",
    "2022-10-30T03:00:00, 2022-10-30 03:00:00 +01:00"
  })
  void aLocalTimeGetsTheOffsetOfTheZone(String local, String expected, TestDatabase db)
      throws SQLException {
    assertThat(
            db.one(
                "SELECT CAST('"
                    + local
                    + "' AS datetime2(0)) AT TIME ZONE 'Central European Standard Time'"))
        .isEqualTo(expected);
  }

  @Test
  void aTimeWithAnOffsetIsTheSameInstantElsewhere(TestDatabase db) throws SQLException {
    assertThat(
            db.one(
                "SELECT CAST('2022-07-01T12:00:00' AS datetime2(3)) AT TIME ZONE 'UTC' AT TIME"
                    + " ZONE 'tokyo standard time'"))
        .isEqualTo("2022-07-01 21:00:00.000 +09:00");
    assertThat(db.one("SELECT CAST(NULL AS datetime2) AT TIME ZONE 'UTC'")).isEqualTo("null");
  }

  @Test
  void itTakesColumnsAndVariablesAndBindsTighterThanAComparison(TestDatabase db)
      throws SQLException {
    db.execute("CREATE TABLE t (at datetime2(0) NOT NULL)", "INSERT INTO t VALUES ('2022-07-01')");
    assertThat(
            db.one(
                "DECLARE @zone varchar(50) = 'UTC'; SELECT COUNT(*) FROM t AS x WHERE x.at AT TIME"
                    + " ZONE @zone = (x.at) AT TIME ZONE 'UTC' AND x.at AT TIME ZONE @zone <"
                    + " SYSDATETIMEOFFSET()"))
        .isEqualTo("1");
  }

  @Test
  void anUnknownZoneIsRefused(TestDatabase db) throws SQLException {
    assertThat(db.failure("SELECT GETDATE() AT TIME ZONE 'Nowhere Standard Time'").getErrorCode())
        .isEqualTo(9820);
  }
}
