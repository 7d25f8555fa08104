package dev.mssqlcdc.soak;

import dev.mssqlcdc.sandbox.Await;
import dev.mssqlcdc.sandbox.Sandbox;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.sqlserver.testing.SqlServer;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** One run: load, operator, kills and the check side by side, then the wait for the last change. */
final class Soak {

  /** Of the connector, and first part of its topics' names. */
  static final String NAME = "soak";

  private static final int SESSIONS = 4;
  private static final Duration STARTED = Duration.ofMinutes(3);
  private static final Duration CAUGHT_UP = Duration.ofMinutes(5);

  private final SoakSettings settings;
  private final Run run = new Run();
  private final SplittableRandom random;
  private final List<Thread> threads = new ArrayList<>();

  Soak(SoakSettings settings) {
    this.settings = settings;
    this.random = new SplittableRandom(settings.seed());
  }

  /**
   * @throws AssertionError when a topic does not hold what it must, or a part fails
   */
  Figures run() throws SQLException, IOException, InterruptedException {
    try (Sandbox sandbox =
            Sandbox.start(Sandbox.Part.KAFKA, Sandbox.Part.REGISTRY, Sandbox.Part.CONNECT);
        SoakDatabase database =
            SoakDatabase.create(SqlServer.ofThisRun(), run.ticks(), SESSIONS, random.split())) {
      var worker = new Worker(sandbox, database, run, random.split());
      var consumption = new Consumption(sandbox, database, run);
      try {
        load(database, worker, consumption);
      } catch (IllegalStateException e) {
        run.fail("the run", e);
      } finally {
        run.endLoad();
        consumption.end();
        for (Thread thread : threads) {
          thread.join();
        }
        report(worker, database);
      }
    }
    return run.figures();
  }

  private void load(SoakDatabase database, Worker worker, Consumption consumption)
      throws IOException {
    worker.post();
    start("check", consumption);
    // from here on every transaction's LSN comes with its mark
    await("the marks are read", STARTED, () -> !database.marks().progress().isZero());
    List<Session> sessions = new ArrayList<>();
    for (int i = 0; i < SESSIONS; i++) {
      sessions.add(new Session(i, database, run, random.split()));
    }
    var faults = new Faults(database, List.copyOf(sessions), random.split());
    List<Thread> loading = new ArrayList<>();
    loading.add(start("operator", new Operator(database, run, faults, random.split())));
    for (Session session : sessions) {
      loading.add(start("session", session));
    }
    loading.add(start("worker", worker));
    long end = System.nanoTime() + settings.time().toNanos();
    await("the load's time is over", settings.time().plusMinutes(1), () -> System.nanoTime() > end);
    run.endLoad();
    loading.forEach(Soak::join);
    worker.awaitRunning();
    try {
      await("the last change comes", CAUGHT_UP, () -> consumption.incomplete().isEmpty());
    } catch (IllegalStateException e) {
      throw new IllegalStateException(
          e.getMessage() + ": " + consumption.incomplete().orElse("nothing lacks"), e);
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Await.GaveUpException("interrupted");
    }
  }

  private Thread start(String name, Runnable part) {
    var thread = new Thread(part, "soak-" + name);
    thread.setDaemon(true);
    thread.start();
    threads.add(thread);
    return thread;
  }

  private void await(String what, Duration limit, java.util.function.BooleanSupplier condition) {
    Await.until(
        what,
        limit,
        () -> {
          if (run.failure().isPresent()) {
            throw new Await.GaveUpException("the run failed before: " + what);
          }
          return condition.getAsBoolean();
        });
  }

  /** What the source holds of a change that the topics lack. */
  private static String captured(SoakDatabase database, Throwable failure) throws SQLException {
    Optional<Expected> missing =
        failure.getCause() instanceof Violation violation ? violation.missing() : Optional.empty();
    Optional<Lsn> lsn = missing.flatMap(expected -> expected.pending().lsn());
    return lsn.isEmpty() ? "" : database.captured(missing.get().change().table(), lsn.get());
  }

  /** Leaves the worker's log of a failed run. */
  private void report(Worker worker, SoakDatabase database) throws IOException, SQLException {
    if (run.failure().isPresent()) {
      Files.createDirectories(settings.directory());
      Files.writeString(
          settings.directory().resolve("connect-" + settings.seed() + ".log"), worker.output());
      throw new AssertionError(
          "seed %d (rerun it by -Dsoak.seed=%d): %s%n%s%n%s%nThe worker's log is in %s"
              .formatted(
                  settings.seed(),
                  settings.seed(),
                  run.failure().get().getMessage(),
                  captured(database, run.failure().get()),
                  run.figures(),
                  settings.directory()),
          run.failure().get());
    }
  }
}
