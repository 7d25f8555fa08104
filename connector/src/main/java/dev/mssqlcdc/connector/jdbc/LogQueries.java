package dev.mssqlcdc.connector.jdbc;

import dev.mssqlcdc.connector.core.LogEntry;
import dev.mssqlcdc.schemas.Lsn;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Questions about the log: how far capture is, what is left, where there are changes, and when. */
public final class LogQueries {

  /** SQL Server takes 2,100 parameters a statement. */
  private static final int TABLES_PER_STATEMENT = 200;

  private static final String FIRST_TIME =
      "(SELECT TOP 1 tran_end_time FROM cdc.lsn_time_mapping WHERE start_lsn >= ? ORDER BY start_lsn)";
  private static final String LAST_TIME =
      "(SELECT TOP 1 tran_end_time FROM cdc.lsn_time_mapping WHERE start_lsn <= ? ORDER BY start_lsn DESC)";

  private final SourceConnection connection;

  public LogQueries(SourceConnection connection) {
    this.connection = connection;
  }

  /**
   * @param maxLsn the last LSN that capture has processed; empty on a database it never wrote to
   * @param clock the server's local time
   * @param roundTripNanos how long the question took
   */
  public record Head(Optional<Lsn> maxLsn, LocalDateTime clock, long roundTripNanos) {}

  /**
   * @param instance a capture instance
   * @param from exclusive
   * @param to inclusive
   */
  public record Span(String instance, Lsn from, Lsn to) {}

  public Head head() {
    long start = System.nanoTime();
    return connection.query(
        "asking for the last captured LSN",
        "SELECT sys.fn_cdc_get_max_lsn(), SYSDATETIME()",
        SourceConnection.NOTHING,
        result -> {
          result.next();
          return new Head(
              lsn(result, 1), result.getObject(2, LocalDateTime.class), System.nanoTime() - start);
        });
  }

  /** The lowest LSN of each instance; zero for one that capture has not reached or nobody sees. */
  public List<Lsn> minLsns(List<String> instances) {
    return inPieces(instances, this::minLsnsOfPiece).stream()
        .map(lsn -> lsn.orElse(Lsn.ZERO))
        .toList();
  }

  private List<Optional<Lsn>> minLsnsOfPiece(List<String> instances) {
    return connection.query(
        "asking for the lowest LSN of capture instances " + instances,
        union(instances.size(), i -> "sys.fn_cdc_get_min_lsn(?)"),
        statement -> {
          for (int i = 0; i < instances.size(); i++) {
            statement.setString(i + 1, instances.get(i));
          }
        },
        result -> numbered(result, instances.size(), LogQueries::secondLsn));
  }

  /** The first commit in each span that changed the table; empty where there is none. */
  public List<Optional<Lsn>> firstChanges(List<Span> spans) {
    return inPieces(spans, this::firstChangesOfPiece);
  }

  private List<Optional<Lsn>> firstChangesOfPiece(List<Span> spans) {
    return connection.query(
        "looking for changes of capture instances " + spans.stream().map(Span::instance).toList(),
        union(spans.size(), i -> firstChange(spans.get(i))),
        statement -> {
          for (int i = 0; i < spans.size(); i++) {
            statement.setBytes(2 * i + 1, spans.get(i).from().toBytes());
            statement.setBytes(2 * i + 2, spans.get(i).to().toBytes());
          }
        },
        result -> numbered(result, spans.size(), LogQueries::secondLsn));
  }

  private static String firstChange(Span span) {
    return "(SELECT TOP 1 __$start_lsn FROM "
        + RowQueries.changeTable(span.instance())
        + " WHERE __$start_lsn > ? AND __$start_lsn <= ? ORDER BY __$start_lsn)";
  }

  /**
   * Entries of the log in LSN order, at most {@code limit}.
   *
   * @param from inclusive
   * @param to inclusive
   */
  public List<LogEntry> commits(Lsn from, Lsn to, int limit) {
    return connection.query(
        "reading commit times of (%s, %s]".formatted(from, to),
        "SELECT TOP (?) start_lsn, tran_end_time FROM cdc.lsn_time_mapping"
            + " WHERE start_lsn >= ? AND start_lsn <= ? ORDER BY start_lsn",
        statement -> {
          statement.setInt(1, limit);
          statement.setBytes(2, from.toBytes());
          statement.setBytes(3, to.toBytes());
        },
        LogQueries::entries);
  }

  /** The last entry of the log at or below an LSN. */
  public Optional<LogEntry> lastCommit(Lsn atOrBelow) {
    return connection
        .query(
            "reading the commit time at " + atOrBelow,
            "SELECT TOP 1 start_lsn, tran_end_time FROM cdc.lsn_time_mapping"
                + " WHERE start_lsn <= ? ORDER BY start_lsn DESC",
            (PreparedStatement statement) -> statement.setBytes(1, atOrBelow.toBytes()),
            LogQueries::entries)
        .stream()
        .findFirst();
  }

  /** Whether an entry with a lower LSN bears a later local time: the clock went back between. */
  public boolean isAfterLaterTime(LogEntry entry) {
    byte[] lsn = entry.lsn().toBytes();
    return connection.query(
        "looking for a change of the clock before " + entry.lsn(),
        "SELECT TOP 1 start_lsn FROM cdc.lsn_time_mapping WHERE start_lsn < ? AND tran_end_time >"
            + " (SELECT DATEADD(second, 1, tran_end_time) FROM cdc.lsn_time_mapping WHERE start_lsn = ?)",
        statement -> {
          statement.setBytes(1, lsn);
          statement.setBytes(2, lsn);
        },
        ResultSet::next);
  }

  /** The local time of the first commit at or above each LSN; empty where there is none. */
  public List<Optional<LocalDateTime>> firstTimes(List<Lsn> lsns) {
    return inPieces(lsns, piece -> times("first commit times at or above", FIRST_TIME, piece));
  }

  /** The local time of the last commit at or below each LSN; empty where there is none. */
  public List<Optional<LocalDateTime>> lastTimes(List<Lsn> lsns) {
    return inPieces(lsns, piece -> times("last commit times at or below", LAST_TIME, piece));
  }

  private List<Optional<LocalDateTime>> times(String what, String time, List<Lsn> lsns) {
    return connection.query(
        "reading the %s %s".formatted(what, lsns),
        union(lsns.size(), i -> time),
        statement -> {
          for (int i = 0; i < lsns.size(); i++) {
            statement.setBytes(i + 1, lsns.get(i).toBytes());
          }
        },
        result ->
            numbered(
                result,
                lsns.size(),
                row -> Optional.ofNullable(row.getObject(2, LocalDateTime.class))));
  }

  private static List<LogEntry> entries(ResultSet result) throws SQLException {
    List<LogEntry> entries = new ArrayList<>();
    while (result.next()) {
      entries.add(
          new LogEntry(Lsn.of(result.getBytes(1)), result.getObject(2, LocalDateTime.class)));
    }
    return entries;
  }

  private static String union(int size, IntFunction<String> value) {
    return IntStream.range(0, size)
        .mapToObj(i -> "SELECT %d AS n, %s AS v".formatted(i, value.apply(i)))
        .collect(Collectors.joining(" UNION ALL "));
  }

  private interface Second<T> {
    Optional<T> read(ResultSet row) throws SQLException;
  }

  private static <T> List<Optional<T>> numbered(ResultSet result, int size, Second<T> second)
      throws SQLException {
    List<Optional<T>> values = new ArrayList<>(Collections.nCopies(size, Optional.empty()));
    while (result.next()) {
      values.set(result.getInt(1), second.read(result));
    }
    return values;
  }

  private static Optional<Lsn> secondLsn(ResultSet row) throws SQLException {
    return lsn(row, 2);
  }

  private static Optional<Lsn> lsn(ResultSet result, int column) throws SQLException {
    return Optional.ofNullable(result.getBytes(column)).map(Lsn::of);
  }

  private interface Ask<A, T> {
    List<Optional<T>> ask(List<A> piece);
  }

  private static <A, T> List<Optional<T>> inPieces(List<A> all, Ask<A, T> question) {
    List<Optional<T>> answers = new ArrayList<>();
    for (int i = 0; i < all.size(); i += TABLES_PER_STATEMENT) {
      int end = Math.min(all.size(), i + TABLES_PER_STATEMENT);
      answers.addAll(question.ask(all.subList(i, end)));
    }
    return answers;
  }
}
