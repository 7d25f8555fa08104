package dev.mssqlcdc.connector.jdbc;

import dev.mssqlcdc.connector.core.CaptureInstance;
import dev.mssqlcdc.connector.core.CapturedColumn;
import dev.mssqlcdc.connector.core.Ddl;
import dev.mssqlcdc.connector.core.ServerZone;
import dev.mssqlcdc.connector.core.SourceException;
import dev.mssqlcdc.connector.core.SourceException.Kind;
import dev.mssqlcdc.connector.core.SqlNames;
import dev.mssqlcdc.connector.core.SqlType;
import dev.mssqlcdc.connector.core.TableColumn;
import dev.mssqlcdc.connector.core.TableId;
import dev.mssqlcdc.schemas.Lsn;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** Questions about the database: its tables, their capture instances, columns and DDL. */
public final class Catalog {

  private static final int TABLES_PER_BATCH = 100;

  private final SourceConnection connection;

  public Catalog(SourceConnection connection) {
    this.connection = connection;
  }

  /** Every capture instance that the login may see. */
  public List<CaptureInstance> instances() {
    return connection.query(
        "listing capture instances",
        "EXEC sys.sp_cdc_help_change_data_capture",
        SourceConnection.NOTHING,
        result -> list(result, Catalog::instance));
  }

  private static CaptureInstance instance(ResultSet row) throws SQLException {
    return new CaptureInstance(
        row.getString("capture_instance"),
        new TableId(row.getString("source_schema"), row.getString("source_table")),
        row.getInt("source_object_id"),
        Lsn.of(row.getBytes("start_lsn")),
        row.getObject(row.findColumn("create_date"), LocalDateTime.class),
        SqlNames.parseList(row.getString("index_column_list")));
  }

  /** An instance's columns in captured order. */
  public List<CapturedColumn> capturedColumns(String instance) {
    return connection.query(
        "listing the columns of capture instance " + instance,
        "EXEC sys.sp_cdc_get_captured_columns @capture_instance = ?",
        (PreparedStatement statement) -> statement.setString(1, instance),
        result -> list(result, Catalog::capturedColumn));
  }

  private static CapturedColumn capturedColumn(ResultSet row) throws SQLException {
    String type = row.getString("data_type");
    int fraction = row.getInt("datetime_precision");
    boolean hasFraction = !row.wasNull();
    return new CapturedColumn(
        row.getString("column_name"),
        row.getInt("column_id"),
        row.getInt("ordinal_position"),
        new SqlType(
            type,
            row.getInt("character_maximum_length"),
            row.getInt("numeric_precision"),
            hasFraction ? fraction : row.getInt("numeric_scale")));
  }

  /** The columns a table has now. */
  public List<TableColumn> tableColumns(int objectId) {
    return connection.query(
        "listing the columns of the table with object id " + objectId,
        "SELECT name, column_id, is_computed FROM sys.columns WHERE object_id = ?",
        (PreparedStatement statement) -> statement.setInt(1, objectId),
        result ->
            list(
                result,
                row -> new TableColumn(row.getString(1), row.getInt(2), row.getBoolean(3))));
  }

  /** The collations of a table's text columns by column_id. */
  Map<Integer, String> collations(int objectId) {
    return connection.query(
        "listing the collations of the table with object id " + objectId,
        "SELECT column_id, collation_name FROM sys.columns"
            + " WHERE object_id = ? AND collation_name IS NOT NULL",
        (PreparedStatement statement) -> statement.setInt(1, objectId),
        result -> {
          Map<Integer, String> collations = new HashMap<>();
          while (result.next()) {
            collations.put(result.getInt(1), result.getString(2));
          }
          return collations;
        });
  }

  /** How many rows a table has, as the server estimates without reading it. */
  public OptionalLong estimatedRows(int objectId) {
    return connection.query(
        "estimating the rows of the table with object id " + objectId,
        "SELECT SUM(p.rows) FROM sys.partitions AS p WHERE p.object_id = ? AND p.index_id IN (0, 1)",
        (PreparedStatement statement) -> statement.setInt(1, objectId),
        result -> {
          result.next();
          long rows = result.getLong(1);
          return result.wasNull() ? OptionalLong.empty() : OptionalLong.of(rows);
        });
  }

  /** Every definition change in the instances' histories. */
  public List<Ddl> ddl(List<String> instances) {
    List<Ddl> all = new ArrayList<>();
    for (int i = 0; i < instances.size(); i += TABLES_PER_BATCH) {
      int end = Math.min(instances.size(), i + TABLES_PER_BATCH);
      all.addAll(ddlOfBatch(instances.subList(i, end)));
    }
    return all;
  }

  private List<Ddl> ddlOfBatch(List<String> instances) {
    String batch =
        instances.stream()
            .map(SqlNames::literal)
            .map(name -> "EXEC sys.sp_cdc_get_ddl_history @capture_instance = " + name)
            .collect(Collectors.joining("; "));
    List<Ddl> all = new ArrayList<>();
    try (PreparedStatement statement = connection.prepare(batch)) {
      boolean isRows = statement.execute();
      while (isRows || statement.getUpdateCount() != -1) {
        if (isRows) {
          try (ResultSet result = statement.getResultSet()) {
            all.addAll(list(result, Catalog::ddl));
          }
        }
        isRows = statement.getMoreResults();
      }
    } catch (SQLException e) {
      throw connection.failure("reading the DDL history of capture instances " + instances, e);
    }
    return all;
  }

  private static Ddl ddl(ResultSet row) throws SQLException {
    return new Ddl(
        row.getString("capture_instance"),
        row.getBoolean("required_column_update"),
        row.getString("ddl_command"),
        Lsn.of(row.getBytes("ddl_lsn")));
  }

  /**
   * A user table that the login may see.
   *
   * @param isTracked whether it has a capture instance, which the login may see or not
   */
  public record VisibleTable(TableId id, boolean isTracked) {}

  /** Every user table that the login may see. */
  public List<VisibleTable> tables() {
    return connection.query(
        "listing tables",
        "SELECT s.name, t.name, t.is_tracked_by_cdc FROM sys.tables AS t"
            + " JOIN sys.schemas AS s ON s.schema_id = t.schema_id WHERE t.is_ms_shipped = 0",
        SourceConnection.NOTHING,
        result ->
            list(
                result,
                row ->
                    new VisibleTable(
                        new TableId(row.getString(1), row.getString(2)), row.getBoolean(3))));
  }

  /** Whether change data capture is enabled for the database. */
  public boolean isCdcEnabled() {
    return connection.query(
        "asking whether change data capture is enabled",
        "SELECT is_cdc_enabled FROM sys.databases WHERE name = DB_NAME()",
        SourceConnection.NOTHING,
        result -> result.next() && result.getBoolean(1));
  }

  /** Whether the database lets readers use SNAPSHOT isolation. */
  public boolean allowsSnapshotIsolation() {
    return connection.query(
        "asking whether SNAPSHOT isolation is allowed",
        "SELECT snapshot_isolation_state FROM sys.databases WHERE name = DB_NAME()",
        SourceConnection.NOTHING,
        result -> result.next() && result.getInt(1) == 1);
  }

  /**
   * The server's time zone.
   *
   * @throws SourceException when it cannot be told, as before SQL Server 2022 where clocks change
   */
  public ServerZone zone() {
    try {
      String name = one("SELECT CURRENT_TIMEZONE_ID()", String.class);
      return ServerZone.named(name)
          .orElseThrow(() -> unknownZone("the server's time zone '" + name + "' is unknown", null));
    } catch (SourceException e) {
      if (e.kind() != Kind.OTHER) {
        throw e;
      }
      return zoneByOffset(e);
    }
  }

  /** A server before SQL Server 2022 tells its present offset from UTC only. */
  private ServerZone zoneByOffset(SourceException unasked) {
    OffsetDateTime now = one("SELECT SYSDATETIMEOFFSET()", OffsetDateTime.class);
    return ServerZone.withoutClockChange(now)
        .orElseThrow(
            () ->
                unknownZone(
                    "the server does not tell its time zone (SQL Server 2022 and later do), and clocks change in zones that are at UTC%s as it is now"
                        .formatted(now.getOffset()),
                    unasked));
  }

  private <T> T one(String sql, Class<T> type) {
    return connection.query(
        "asking for the server's time zone",
        sql,
        SourceConnection.NOTHING,
        result -> {
          result.next();
          return result.getObject(1, type);
        });
  }

  private static SourceException unknownZone(String what, SourceException cause) {
    return new SourceException(
        Kind.INCONSISTENT,
        what,
        "set source.time.zone to the server's Windows or IANA time zone",
        cause);
  }

  private interface Row<T> {
    T read(ResultSet result) throws SQLException;
  }

  private static <T> List<T> list(ResultSet result, Row<T> row) throws SQLException {
    List<T> all = new ArrayList<>();
    while (result.next()) {
      all.add(row.read(result));
    }
    return all;
  }
}
