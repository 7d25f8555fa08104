package dev.mssqlcdc.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestChildJvm {

  private static final Duration SOON = Duration.ofSeconds(30);

  @TempDir Path directory;

  /** Prints its pid and waits to be ended. */
  static final class Waiting {

    private Waiting() {}

    public static void main(String[] args) throws InterruptedException {
      System.out.println("pid " + ProcessHandle.current().pid());
      Thread.currentThread().join();
    }
  }

  /** Starts a {@link Waiting} child, and waits to be ended. */
  static final class Parent {

    private Parent() {}

    public static void main(String[] args) throws InterruptedException {
      ChildJvm.start(program(Waiting.class, Path.of(args[0]), List.of()));
      Thread.currentThread().join();
    }
  }

  private static ChildJvm.Program program(Class<?> main, Path log, List<String> args) {
    String classPath =
        ProductHome.codeOf(TestChildJvm.class) + ":" + ProductHome.codeOf(Leash.class);
    return new ChildJvm.Program(
        main.getSimpleName(), classPath, main.getName(), List.of("-Xmx32m"), args, Map.of(), log);
  }

  @Test
  void noChildOutlivesAParentThatWasKilled() throws Exception {
    Path childLog = directory.resolve("child.log");
    ChildJvm parent =
        ChildJvm.start(
            program(Parent.class, directory.resolve("parent.log"), List.of(childLog.toString())));
    parent.await(
        "started its child",
        SOON,
        () -> Files.exists(childLog) && Files.readString(childLog).matches("pid \\d+\\s*"));
    long child = Long.parseLong(Files.readString(childLog).strip().substring("pid ".length()));
    assertThat(ProcessHandle.of(child)).isPresent();

    parent.kill();

    Await.until(
        "the child ends too",
        SOON,
        () -> ProcessHandle.of(child).map(handle -> !handle.isAlive()).orElse(true));
  }

  @Test
  void aChildThatEndsEarlyFailsTheWaitWithItsOwnWords() {
    try (ChildJvm child =
        ChildJvm.start(
            new ChildJvm.Program(
                "broken",
                "",
                "no.such.Main",
                List.of(),
                List.of(),
                Map.of(),
                directory.resolve("broken.log")))) {
      assertThatThrownBy(() -> child.await("is ready", SOON, () -> false))
          .isInstanceOf(Await.GaveUpException.class)
          .hasMessageContaining("broken ended with exit code 1")
          .hasMessageContaining("no.such.Main");
    }
  }

  /** Ctrl-C signals the whole process group; who started the children stops them in its order. */
  @Test
  void endsByItsOwnersWillNotByCtrlC() throws Exception {
    Path log = directory.resolve("interrupted.log");
    ChildJvm child = ChildJvm.start(program(Waiting.class, log, List.of()));
    child.await("prints", SOON, () -> child.output().contains("pid"));
    Process interrupt = new ProcessBuilder("kill", "-INT", Long.toString(child.pid())).start();
    assertThat(interrupt.waitFor()).isZero();
    child.close();
    // 128 + 15: it was SIGTERM that ended it.
    assertThat(child.exitCode()).isEqualTo(143);
  }

  @Test
  void canBeKilledAndStartedAgain() {
    Path log = directory.resolve("again.log");
    try (ChildJvm child = ChildJvm.start(program(Waiting.class, log, List.of()))) {
      child.await("prints", SOON, () -> child.output().contains("pid"));
      child.kill();
      assertThat(child.alive()).isFalse();
      child.restart();
      child.await("prints again", SOON, () -> child.output().lines().count() == 2);
    }
  }
}
