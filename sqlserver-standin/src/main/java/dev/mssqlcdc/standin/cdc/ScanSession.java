package dev.mssqlcdc.standin.cdc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.Locale;

/** One scan of the log, as {@code sys.dm_cdc_log_scan_sessions} reports it. */
final class ScanSession {
  private static final int KEPT = 32;

  private final int id;
  private final LocalDateTime started;
  private long transactions;
  private long commands;
  private int schemaChanges;
  private long records;
  private Lsn first;
  private Lsn last;
  private LocalDateTime lastCommit;

  ScanSession(int id, LocalDateTime started) {
    this.id = id;
    this.started = started;
  }

  void saw(LogRecord record) {
    records++;
    first = first == null ? record.lsn() : first;
    last = record.lsn();
    if (record instanceof LogRecord.Commit commit) {
      transactions++;
      commands += commit.changes().size();
      lastCommit = commit.ended();
    } else if (record instanceof LogRecord.Ddl) {
      schemaChanges++;
    }
  }

  /** True if it saw no record. */
  boolean isEmpty() {
    return records == 0;
  }

  /** Writes the session's row; the caller commits. */
  void write(Connection h2, LocalDateTime ended) throws SQLException {
    try (Statement forget = h2.createStatement();
        PreparedStatement insert =
            h2.prepareStatement(
                "INSERT INTO sys.dm_cdc_log_scan_sessions VALUES (?, ?, ?, ?, 'Done', 0, ?, ?, ?,"
                    + " ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0)")) {
      forget.execute("DELETE FROM sys.dm_cdc_log_scan_sessions WHERE session_id <= " + (id - KEPT));
      insert.setInt(1, id);
      insert.setObject(2, started);
      insert.setObject(3, ended);
      insert.setLong(4, Duration.between(started, ended).toSeconds());
      insert.setString(5, text(first));
      insert.setString(6, text(last));
      insert.setString(7, text(last));
      insert.setLong(8, transactions);
      insert.setString(9, text(last));
      insert.setObject(10, lastCommit);
      insert.setLong(11, records);
      insert.setInt(12, schemaChanges);
      insert.setLong(13, commands);
      insert.setString(14, text(first));
      insert.setString(15, text(last));
      insert.setObject(16, lastCommit);
      insert.setObject(
          17, lastCommit == null ? null : (int) Duration.between(lastCommit, ended).toSeconds());
      insert.executeUpdate();
    }
  }

  /** Eight, eight and four hex digits with colons, as the views of the log show an LSN. */
  static String text(Lsn lsn) {
    return String.format(
        Locale.ROOT,
        "%08X:%08X:%04X",
        lsn.block() >>> Integer.SIZE,
        lsn.block() & 0xFFFF_FFFFL,
        lsn.slot());
  }
}
