package dev.mssqlcdc.silver.source;

import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.silver.compare.SourceColumn;
import dev.mssqlcdc.silver.plan.SilverException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** One connection to the source, for questions about tables and about how far capture is. */
public final class SourceDatabase implements AutoCloseable {

  private static final int SNAPSHOT_ALLOWED = 1;
  private static final int SECONDS_TO_ANSWER = 10;

  private final SourceAddress address;
  private Connection connection;

  public SourceDatabase(SourceAddress address) {
    this.address = address;
    this.connection = address.connect();
  }

  SourceAddress address() {
    return address;
  }

  /** The name of the database. */
  public String name() {
    return one("asking for the database's name", "SELECT DB_NAME()", row -> row.getString(1));
  }

  /**
   * How readers see rows that are being written: as they were before, where the database allows it;
   * else they wait for the writer. Never rows that may be rolled back.
   */
  String isolation() {
    int state =
        one(
            "asking for its isolation",
            "SELECT snapshot_isolation_state FROM sys.databases WHERE name = DB_NAME()",
            row -> row.getInt(1));
    return state == SNAPSHOT_ALLOWED ? "SNAPSHOT" : "READ COMMITTED";
  }

  /**
   * How far capture is.
   *
   * @param maxLsn the last LSN it has come to; empty before its first
   * @param clock the server's local time
   */
  public record Head(Optional<Lsn> maxLsn, LocalDateTime clock) {}

  public Head head() {
    return one(
        "asking for the last captured LSN",
        "SELECT sys.fn_cdc_get_max_lsn(), SYSDATETIME()",
        row -> new Head(lsn(row, 1), row.getObject(2, LocalDateTime.class)));
  }

  /** The local time of the last commit that capture has come to. */
  Optional<LocalDateTime> lastCommit(Lsn maxLsn) {
    return list(
            "asking for the time of " + maxLsn,
            "SELECT TOP 1 tran_end_time FROM cdc.lsn_time_mapping WHERE start_lsn <= %s ORDER BY start_lsn DESC"
                .formatted(maxLsn),
            row -> row.getObject(1, LocalDateTime.class))
        .stream()
        .findFirst();
  }

  /**
   * The source table that a bronze table is fed from.
   *
   * @param bronze name of the bronze table, for messages
   * @param instance the capture instance that its last row came from, if it has rows
   * @param topic its topic, which bears the table's name as it was at first
   * @throws SilverException when the login sees no such table, or several
   */
  public SourceTable table(String bronze, Optional<String> instance, Optional<String> topic) {
    List<CaptureInstance> all = instances();
    List<CaptureInstance> own =
        all.stream().filter(each -> instance.equals(Optional.of(each.name()))).toList();
    if (own.isEmpty()) {
      String end = topic.orElse("." + bronze);
      own = all.stream().filter(each -> end.endsWith(each.topicEnd())).toList();
    }
    Map<Integer, CaptureInstance> tables =
        own.stream().collect(Collectors.toMap(CaptureInstance::objectId, i -> i, (a, b) -> a));
    if (tables.size() != 1) {
      throw new SilverException(
          ("the source: %s capture instance that the login sees leads to the source of bronze table"
                  + " %s: check the database in the URL, that change data capture is enabled for"
                  + " the table, and the login's SELECT on it")
              .formatted(tables.isEmpty() ? "no" : "more than one", bronze));
    }
    CaptureInstance found = tables.values().iterator().next();
    return new SourceTable(
        found.schema(), found.table(), found.objectId(), columns(newest(all, found.objectId())));
  }

  /** The capture instances of a table. */
  List<CaptureInstance> instances(SourceTable table) {
    return instances().stream().filter(each -> each.objectId() == table.objectId()).toList();
  }

  private static CaptureInstance newest(List<CaptureInstance> all, int objectId) {
    return all.stream()
        .filter(each -> each.objectId() == objectId)
        .max(
            Comparator.comparing(CaptureInstance::created).thenComparing(CaptureInstance::startLsn))
        .orElseThrow();
  }

  private List<CaptureInstance> instances() {
    return list(
        "listing capture instances",
        "EXEC sys.sp_cdc_help_change_data_capture",
        row ->
            new CaptureInstance(
                row.getString("capture_instance"),
                row.getString("source_schema"),
                row.getString("source_table"),
                row.getInt("source_object_id"),
                Lsn.of(row.getBytes("start_lsn")),
                row.getObject(row.findColumn("create_date"), LocalDateTime.class)));
  }

  /**
   * A captured column.
   *
   * @param id the table's {@code column_id}: a column that was dropped and added has another
   */
  private record Captured(String name, int id, String type) {}

  /** The names of the columns that an instance captures. */
  List<String> capturedNames(CaptureInstance instance) {
    return captured(instance).stream().map(Captured::name).toList();
  }

  private List<Captured> captured(CaptureInstance instance) {
    return list(
        "listing the columns of capture instance " + instance.name(),
        "EXEC sys.sp_cdc_get_captured_columns @capture_instance = N'%s'"
            .formatted(instance.name().replace("'", "''")),
        row ->
            new Captured(
                row.getString("column_name"), row.getInt("column_id"), row.getString("data_type")));
  }

  private List<SourceColumn> columns(CaptureInstance instance) {
    Map<Integer, Captured> captured = new HashMap<>();
    captured(instance).forEach(column -> captured.put(column.id(), column));
    List<SourceColumn> columns =
        new ArrayList<>(
            list(
                "listing the columns of " + instance.table(),
                "SELECT name, column_id, is_computed FROM sys.columns WHERE object_id = "
                    + instance.objectId(),
                row -> {
                  Optional<Captured> same = Optional.ofNullable(captured.remove(row.getInt(2)));
                  return new SourceColumn(
                      row.getString(1),
                      same.map(Captured::type).orElse(""),
                      state(same.isPresent(), row.getBoolean(3)));
                }));
    captured.values().stream()
        .map(gone -> new SourceColumn(gone.name(), gone.type(), SourceColumn.State.DROPPED))
        .forEach(columns::add);
    return columns;
  }

  private static SourceColumn.State state(boolean captured, boolean computed) {
    if (!captured) {
      return SourceColumn.State.NOT_CAPTURED;
    }
    return computed ? SourceColumn.State.COMPUTED : SourceColumn.State.CAPTURED;
  }

  interface Row<T> {
    T read(ResultSet row) throws SQLException;
  }

  <T> T one(String what, String sql, Row<T> row) {
    return list(what, sql, row).get(0);
  }

  private <T> List<T> list(String what, String sql, Row<T> row) {
    try (PreparedStatement statement = live().prepareStatement(sql);
        ResultSet result = statement.executeQuery()) {
      List<T> all = new ArrayList<>();
      while (result.next()) {
        all.add(row.read(result));
      }
      return all;
    } catch (SQLException e) {
      throw SourceAddress.failure(what, e);
    }
  }

  /** While rows are read and compared it is idle, maybe for hours, which networks do not suffer. */
  private Connection live() throws SQLException {
    if (!connection.isValid(SECONDS_TO_ANSWER)) {
      SourceRows.close(connection);
      connection = address.connect();
    }
    return connection;
  }

  private static Optional<Lsn> lsn(ResultSet row, int column) throws SQLException {
    return Optional.ofNullable(row.getBytes(column)).map(Lsn::of);
  }

  @Override
  public void close() {
    SourceRows.close(connection);
  }
}
