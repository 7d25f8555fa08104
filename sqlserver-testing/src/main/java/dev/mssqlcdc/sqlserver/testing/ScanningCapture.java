package dev.mssqlcdc.sqlserver.testing;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Capture on a server whose agent is off, or whose capture job makes way: this calls each scan. */
final class ScanningCapture implements Capture {
  private static final int ANOTHER_SCANS = 22903;
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long INTERVAL_MILLIS = 50;

  private final SqlServer server;
  private final String database;
  private final ScheduledExecutorService scheduler =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "capture");
            thread.setDaemon(true);
            return thread;
          });
  private ScheduledFuture<?> passes;
  private SQLException failure;

  ScanningCapture(SqlServer server, String database) {
    this.server = server;
    this.database = database;
  }

  @Override
  public synchronized void start() {
    if (passes == null) {
      passes =
          scheduler.scheduleWithFixedDelay(
              this::pass, INTERVAL_MILLIS, INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private synchronized void pass() {
    if (passes != null && failure == null) {
      try {
        once();
      } catch (SQLException e) {
        failure = e;
      }
    }
  }

  @Override
  public synchronized void stop() throws SQLException {
    if (passes != null) {
      passes.cancel(false);
      passes = null;
    }
    if (failure != null) {
      throw failure;
    }
  }

  @Override
  public synchronized void once() throws SQLException {
    try (Connection connection = server.connect(database)) {
      long deadline = System.nanoTime() + PATIENCE.toNanos();
      boolean captured = false;
      while (!captured) {
        captured = scan(connection, deadline);
      }
    }
  }

  private static boolean scan(Connection connection, long deadline) throws SQLException {
    try {
      Sql.execute(connection, "EXEC sys.sp_cdc_scan @maxtrans = 10000, @maxscans = 1000");
      return true;
    } catch (SQLException e) {
      if (e.getErrorCode() != ANOTHER_SCANS || System.nanoTime() > deadline) {
        throw e;
      }
      Sql.execute(connection, "EXEC sys.sp_cdc_stop_job @job_type = N'capture'");
      return false;
    }
  }

  @Override
  public void close() throws SQLException {
    scheduler.shutdown();
    stop();
  }
}
