package dev.mssqlcdc.standin.cdc;

import dev.mssqlcdc.standin.catalog.TableBuilder;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Removes old change rows. It raises the low end of the instances first and deletes after, some
 * rows at a time: who reads the low end before and after a range knows whether the range was whole.
 * No lock is held between two steps.
 */
final class Cleanup {
  private static final String SMALLEST_AT =
      "SELECT MIN(start_lsn) FROM cdc.lsn_time_mapping WHERE tran_end_time %s ?";

  private final Instances instances;
  private final Connections connections;
  private final CaptureJob job;

  Cleanup(Instances instances, Connections connections, CaptureJob job) {
    this.instances = instances;
    this.connections = connections;
    this.job = job;
  }

  /**
   * {@code sp_cdc_cleanup_change_table}.
   *
   * @param lowWater the new low end; empty to delete below the present one
   * @param between runs after the low end was raised
   */
  void one(CaptureInstance instance, Optional<Lsn> lowWater, long threshold, Runnable between)
      throws SQLException {
    if (threshold <= 0) {
      throw CdcErrors.threshold();
    }
    try (Connection h2 = connections.open()) {
      if (lowWater.isPresent()) {
        raise(h2, List.of(instance), lowEnd(h2, instance, lowWater.get()));
      }
      between.run();
      delete(h2, List.of(instance), threshold);
    }
  }

  /**
   * What the cleanup job does: one low end for all instances, so that what the last commit's time
   * minus the retention has passed goes.
   *
   * @param between runs after the low ends were raised
   */
  void byAge(CdcJobs.Cleanup settings, Runnable between) throws SQLException {
    try (Connection h2 = connections.open()) {
      LocalDateTime last =
          value(h2, LocalDateTime.class, "SELECT MAX(tran_end_time) FROM cdc.lsn_time_mapping");
      if (last == null) {
        return;
      }
      byte[] low =
          value(
              h2,
              byte[].class,
              SMALLEST_AT.formatted(">="),
              last.minusMinutes(settings.retention()));
      raise(h2, instances.all(), Lsn.of(low));
      between.run();
      delete(h2, instances.all(), settings.threshold());
    }
  }

  /** The smallest LSN of those that share the commit time of the given one. */
  private static Lsn lowEnd(Connection h2, CaptureInstance instance, Lsn lowWater)
      throws SQLException {
    byte[] max = value(h2, byte[].class, "SELECT MAX(start_lsn) FROM cdc.lsn_time_mapping");
    if (max == null
        || lowWater.compareTo(instance.start()) < 0
        || lowWater.compareTo(Lsn.of(max)) > 0) {
      throw CdcErrors.notInTimeline(
          hex(lowWater.toBytes()),
          instance.name(),
          hex(instance.startLsn()),
          hex(max == null ? Lsn.ZERO.toBytes() : max));
    }
    LocalDateTime time =
        value(
            h2,
            LocalDateTime.class,
            "SELECT tran_end_time FROM cdc.lsn_time_mapping WHERE start_lsn = ?",
            (Object) lowWater.toBytes());
    if (time == null) {
      throw CdcErrors.notAnEntry(hex(lowWater.toBytes()));
    }
    return Lsn.of(value(h2, byte[].class, SMALLEST_AT.formatted("="), time));
  }

  private static String hex(byte[] lsn) {
    return "0x" + HexFormat.of().withUpperCase().formatHex(lsn);
  }

  /** Lowers nothing. */
  private void raise(Connection h2, List<CaptureInstance> chosen, Lsn low) throws SQLException {
    job.between(
        () -> {
          try (PreparedStatement raise =
              h2.prepareStatement(
                  "UPDATE cdc.change_tables SET start_lsn = ? WHERE object_id = ? AND start_lsn <"
                      + " ?")) {
            for (CaptureInstance instance : chosen) {
              instances.update(
                  instance.name(),
                  now -> low.compareTo(now.start()) > 0 ? now.startingAt(low) : now);
              raise.setBytes(1, low.toBytes());
              raise.setInt(2, instance.changeTable().objectId());
              raise.setBytes(3, low.toBytes());
              raise.executeUpdate();
            }
          }
          h2.commit();
        });
  }

  private void delete(Connection h2, List<CaptureInstance> chosen, long threshold)
      throws SQLException {
    for (CaptureInstance instance : chosen) {
      int deleted = -1;
      while (deleted != 0) {
        deleted = deleteSome(h2, instance, threshold);
      }
    }
    job.between(
        () -> {
          Optional<Lsn> lowest =
              instances.all().stream().map(CaptureInstance::start).min(Comparator.naturalOrder());
          if (lowest.isPresent()) {
            update(
                h2,
                "DELETE FROM cdc.lsn_time_mapping WHERE start_lsn < ? AND start_lsn <"
                    + " (SELECT MAX(start_lsn) FROM cdc.lsn_time_mapping)",
                lowest.get().toBytes());
          }
        });
  }

  /** Deletes as many rows as one statement may; none of an instance that is gone meanwhile. */
  private int deleteSome(Connection h2, CaptureInstance instance, long threshold)
      throws SQLException {
    int[] deleted = new int[1];
    job.between(
        () -> {
          Optional<CaptureInstance> now = instances.same(instance);
          if (now.isPresent()) {
            deleted[0] =
                update(
                    h2,
                    "DELETE FROM "
                        + TableBuilder.h2Name(instance.changeTable())
                        + " WHERE \"__$start_lsn\" < ? FETCH FIRST "
                        + threshold
                        + " ROWS ONLY",
                    now.get().startLsn());
          }
        });
    return deleted[0];
  }

  private static int update(Connection h2, String sql, byte[] lsn) throws SQLException {
    try (PreparedStatement statement = h2.prepareStatement(sql)) {
      statement.setBytes(1, lsn);
      int count = statement.executeUpdate();
      h2.commit();
      return count;
    }
  }

  private static <T> T value(Connection h2, Class<T> type, String sql, Object... arguments)
      throws SQLException {
    try (PreparedStatement query = h2.prepareStatement(sql)) {
      for (int i = 0; i < arguments.length; i++) {
        query.setObject(i + 1, arguments[i]);
      }
      try (ResultSet rows = query.executeQuery()) {
        return rows.next() ? rows.getObject(1, type) : null;
      }
    }
  }
}
