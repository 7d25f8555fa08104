package dev.mssqlcdc.connector.engine;

import dev.mssqlcdc.connector.core.CaptureInstance;
import dev.mssqlcdc.connector.core.LogEntry;
import dev.mssqlcdc.connector.core.SourceException;
import dev.mssqlcdc.connector.core.StreamOffset;
import dev.mssqlcdc.connector.jdbc.Source;
import dev.mssqlcdc.schemas.Lsn;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Makes sure that the source is still the database that a table was read from. A restored database
 * gives its LSNs out again, for other commits.
 */
final class SourceIdentity {

  private static final String NEW_DATABASE =
      "LSNs of a restored database mean something else: read it by a new connector with another topic.prefix, into new bronze tables (let table.name.template name the prefix), and run silver-job apply --rebuild";

  private final Source source;

  /** By table, the connection over which the source proved to be the table's own. */
  private final Map<TableState, Integer> checked = new HashMap<>();

  SourceIdentity(Source source) {
    this.source = source;
  }

  /**
   * Which tables to check again. A database is restored while nobody is connected to it.
   *
   * @param streaming tables that were checked when they were opened, or since
   * @param maxLsn the last captured LSN
   */
  List<TableState> suspects(List<TableState> streaming, Optional<Lsn> maxLsn) {
    int opened = source.connection().opened();
    return streaming.stream()
        .filter(table -> !Objects.equals(checked.get(table), opened) || maxLsn.isEmpty())
        .toList();
  }

  /** The table begins with the database as it is now. */
  void accept(TableState table) {
    checked.put(table, source.connection().opened());
  }

  /**
   * @param instance the table's capture instance
   * @param maxLsn the last captured LSN; empty on a database that capture never wrote to
   * @throws SourceException when the database was restored or replaced, or is a replica that has to
   *     catch up
   */
  void check(TableState table, CaptureInstance instance, Optional<Lsn> maxLsn) {
    checkReached(table, instance, maxLsn);
    accept(table);
  }

  private void checkReached(TableState table, CaptureInstance instance, Optional<Lsn> maxLsn) {
    Lsn reached = table.stream().reached();
    if (maxLsn.isEmpty()) {
      if (!table.stream().witness().isZero()) {
        throw restored(
            "table %s was read up to LSN %s, but the source has captured nothing: change data capture was disabled, or"
                .formatted(table.id(), reached));
      }
      return;
    }
    boolean captureIsBehindTheInstance = instance.startLsn().compareTo(maxLsn.get()) > 0;
    if (reached.compareTo(maxLsn.get()) > 0 && !captureIsBehindTheInstance) {
      throw new SourceException(
          SourceException.Kind.BEHIND,
          "table %s was read up to LSN %s, but the source's last captured LSN is %s: it is a replica that lags behind, or the database was restored or replaced"
              .formatted(table.id(), reached, maxLsn.get()),
          "if it is a replica, let it catch up and restart the task. " + NEW_DATABASE);
    }
    checkWitness(table);
  }

  /** A witness older than the log's mapping, which cleanup shortens, decides nothing. */
  private void checkWitness(TableState table) {
    StreamOffset stream = table.stream();
    Lsn witness = stream.witness();
    if (witness.isZero()) {
      return;
    }
    Optional<LogEntry> found = source.log().lastCommit(witness);
    if (found.isEmpty()) {
      return;
    }
    if (!found.get().lsn().equals(witness)) {
      throw restored(
          "table %s was read past the commit at LSN %s of %s, of which the source does not know any more:"
              .formatted(table.id(), witness, stream.witnessTime()));
    }
    String time = found.get().time().toString();
    if (!time.equals(stream.witnessTime())) {
      throw restored(
          "table %s was read past the commit at LSN %s, which was made at %s then and at %s now:"
              .formatted(table.id(), witness, stream.witnessTime(), time));
    }
  }

  private static SourceException restored(String what) {
    return new SourceException(
        SourceException.Kind.INCONSISTENT,
        what + " the database was restored or replaced",
        NEW_DATABASE);
  }
}
