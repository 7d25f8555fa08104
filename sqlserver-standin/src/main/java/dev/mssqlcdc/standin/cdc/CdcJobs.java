package dev.mssqlcdc.standin.cdc;

import dev.mssqlcdc.standin.model.SqlError;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/** The settings of a database's capture and cleanup jobs. Thread-safe. */
public final class CdcJobs {
  private static final long LONGEST_RETENTION = 52_594_800;
  private static final int SECONDS_PER_DAY = 86_400;

  private Optional<Capture> capture = Optional.empty();
  private Optional<Cleanup> cleanup = Optional.empty();

  /** The two kinds of jobs. */
  public enum Kind {
    CAPTURE,
    CLEANUP;

    public String sqlName() {
      return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The kind of a {@code @job_type}.
     *
     * @throws SqlError 22992 for another word
     */
    public static Kind of(String jobType) {
      for (Kind kind : values()) {
        if (kind.name().equalsIgnoreCase(jobType.strip())) {
          return kind;
        }
      }
      throw SqlError.of(
          22992,
          "The specified @job_type, "
              + jobType
              + ", is not supported. The value specified for the parameter @job_type must be"
              + " N'capture' to indicate a capture job, or N'cleanup' to indicate a cleanup job.");
    }
  }

  /**
   * The capture job.
   *
   * @param pollingInterval seconds between two scans; reported only, the stand-in's options say how
   *     often it captures
   */
  public record Capture(
      UUID id, int maxTransactions, int maxScans, boolean continuous, long pollingInterval) {
    static final Capture DEFAULTS = new Capture(new UUID(0, 0), 500, 10, true, 5);

    public Capture {
      if (maxTransactions <= 0) {
        throw SqlError.of(
            22991, "The value specified for the parameter @maxtrans must be greater than 0.");
      }
      if (maxScans <= 0) {
        throw SqlError.of(
            22970,
            "The value for parameter @maxscans specified for the Change Data Capture job must be"
                + " greater than 0.");
      }
      if (pollingInterval < 0 || pollingInterval >= SECONDS_PER_DAY) {
        throw SqlError.of(
            22990,
            "The value specified for the parameter @pollinginterval must be greater than or equal"
                + " to 0 and less than 24 hours(Max: 86399 seconds). Specify a polling interval (in"
                + " seconds) that is less than 24 hours (86,400 seconds).");
      }
    }

    Capture withId(UUID newId) {
      return new Capture(newId, maxTransactions, maxScans, continuous, pollingInterval);
    }
  }

  /**
   * The cleanup job.
   *
   * @param retention minutes that change rows are kept
   * @param threshold the most rows that one statement deletes
   */
  public record Cleanup(UUID id, long retention, long threshold) {
    static final Cleanup DEFAULTS = new Cleanup(new UUID(0, 0), 4320, 5000);

    public Cleanup {
      if (retention <= 0 || retention > LONGEST_RETENTION) {
        throw SqlError.of(
            22994,
            "The retention value specified for the Change Data Capture cleanup process must be"
                + " greater than 0 and less than or equal to 52594800. When creating or modifying"
                + " the cleanup job, specify a retention value (in minutes) that is within that"
                + " range.");
      }
      if (threshold <= 0) {
        throw CdcErrors.threshold();
      }
    }

    Cleanup withId(UUID newId) {
      return new Cleanup(newId, retention, threshold);
    }
  }

  /** What {@code sp_cdc_add_job} and {@code sp_cdc_change_job} say; empty leaves a setting. */
  public record Settings(
      Optional<Integer> maxTransactions,
      Optional<Integer> maxScans,
      Optional<Boolean> continuous,
      Optional<Long> pollingInterval,
      Optional<Long> retention,
      Optional<Long> threshold) {
    static final Settings NONE =
        new Settings(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    private Capture over(Capture old) {
      if (retention.isPresent()) {
        throw SqlError.of(
            22995,
            "A value for the parameter @retention cannot be specified when the job type is"
                + " 'capture'. Specify NULL for the parameter, or omit the parameter from the"
                + " statement.");
      }
      return new Capture(
          old.id(),
          maxTransactions.orElse(old.maxTransactions()),
          maxScans.orElse(old.maxScans()),
          continuous.orElse(old.continuous()),
          pollingInterval.orElse(old.pollingInterval()));
    }

    private Cleanup over(Cleanup old) {
      boolean ofCapture =
          maxTransactions.isPresent()
              || maxScans.isPresent()
              || continuous.isPresent()
              || pollingInterval.isPresent();
      if (ofCapture) {
        throw SqlError.of(
            22996,
            "When adding or modifying the CDC cleanup job, @pollinginterval, @maxtrans, @maxscans,"
                + " and @continuous may not be assigned non-null values.");
      }
      return new Cleanup(
          old.id(), retention.orElse(old.retention()), threshold.orElse(old.threshold()));
    }
  }

  public synchronized Optional<Capture> capture() {
    return capture;
  }

  public synchronized Optional<Cleanup> cleanup() {
    return cleanup;
  }

  /** Makes the jobs that are missing, as enabling the first table does. */
  synchronized void addMissing() {
    if (capture.isEmpty()) {
      add(Kind.CAPTURE, Settings.NONE);
    }
    if (cleanup.isEmpty()) {
      add(Kind.CLEANUP, Settings.NONE);
    }
  }

  synchronized void clear() {
    capture = Optional.empty();
    cleanup = Optional.empty();
  }

  /** {@code sp_cdc_add_job}. */
  public synchronized void add(Kind kind, Settings settings) {
    if ((kind == Kind.CAPTURE ? capture : cleanup).isPresent()) {
      throw SqlError.notSupported("a second job of a kind", "sp_cdc_add_job");
    }
    if (kind == Kind.CAPTURE) {
      capture = Optional.of(settings.over(Capture.DEFAULTS).withId(UUID.randomUUID()));
    } else {
      cleanup = Optional.of(settings.over(Cleanup.DEFAULTS).withId(UUID.randomUUID()));
    }
  }

  /** {@code sp_cdc_change_job}. */
  public synchronized void change(Kind kind, Settings settings) {
    require(kind);
    capture = kind == Kind.CAPTURE ? capture.map(settings::over) : capture;
    cleanup = kind == Kind.CLEANUP ? cleanup.map(settings::over) : cleanup;
  }

  /** {@code sp_cdc_drop_job}. */
  public synchronized void drop(Kind kind) {
    require(kind);
    capture = kind == Kind.CAPTURE ? Optional.empty() : capture;
    cleanup = kind == Kind.CLEANUP ? Optional.empty() : cleanup;
  }

  /**
   * Checks that there is such a job.
   *
   * @throws SqlError 22997 if not
   */
  public synchronized void require(Kind kind) {
    if ((kind == Kind.CAPTURE ? capture : cleanup).isEmpty()) {
      throw SqlError.of(
          22997,
          "The Change Data Capture '"
              + kind.sqlName()
              + "' job does not exist in the system table 'msdb.dbo.cdc_jobs'. Use the stored"
              + " procedure 'sys.sp_cdc_add_job' to add the job.");
    }
  }
}
