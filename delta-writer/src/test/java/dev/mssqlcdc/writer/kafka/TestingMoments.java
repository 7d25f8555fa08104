package dev.mssqlcdc.writer.kafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * What is to happen to a child process, and when: planned by the test in a file, found there by the
 * child when it comes to a moment.
 */
final class TestingMoments {

  /** What happens. */
  enum Action {
    /** The process ends at once, as by SIGKILL. */
    DIE,
    /** It stops until it gets SIGCONT, in all its threads. */
    FREEZE
  }

  private static final int KILLED = 137;

  private final Path file;
  private Plan plan;

  private record Plan(Moment moment, int skipped, Action action) {}

  TestingMoments(Path file) {
    this.file = file;
  }

  /**
   * Plans an action.
   *
   * @param skipped how often the moment passes without it
   */
  void plan(Moment moment, int skipped, Action action) throws IOException {
    Files.deleteIfExists(done());
    Path draft = Files.createTempFile(file.getParent(), "plan", null);
    Files.writeString(draft, moment + " " + skipped + " " + action);
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Whether the action has been begun. */
  boolean isDone() {
    return Files.exists(done());
  }

  /** Called by the child. */
  synchronized void reached(Moment moment) {
    try {
      if (Files.exists(file)) {
        String[] words = Files.readString(file).split(" ", -1);
        plan =
            new Plan(
                Moment.valueOf(words[0]), Integer.parseInt(words[1]), Action.valueOf(words[2]));
        Files.delete(file);
      }
      if (plan == null || plan.moment() != moment) {
        return;
      }
      if (plan.skipped() > 0) {
        plan = new Plan(moment, plan.skipped() - 1, plan.action());
        return;
      }
      Action action = plan.action();
      plan = null;
      Files.createFile(done());
      act(action);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void act(Action action) throws IOException {
    if (action == Action.DIE) {
      Runtime.getRuntime().halt(KILLED);
    }
    TestingSignals.send(ProcessHandle.current().pid(), "STOP");
  }

  private Path done() {
    return file.resolveSibling(file.getFileName() + ".done");
  }
}
