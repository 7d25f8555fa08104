package dev.mssqlcdc.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A Java program in a process of its own, on a {@link Leash}, with its output in a file. */
public final class ChildJvm implements AutoCloseable {

  private static final long STOP_SECONDS = 20;

  /**
   * A terminal's Ctrl-C reaches every process at once. Who started this one stops it, in its turn:
   * a worker that loses its broker first takes long to end.
   */
  private static final List<String> NOT_BY_CTRL_C =
      List.of("/bin/sh", "-c", "trap '' INT; exec \"$0\" \"$@\"");

  private static final int TAIL_LINES = 30;

  private final Program program;
  private Process process;

  /**
   * What to run.
   *
   * @param name for people
   * @param classPath in the form of {@code java -cp}
   * @param mainClass to run
   * @param jvmArgs for example {@code -Xmx256m}
   * @param args of the main class
   * @param environment added to this process's own
   * @param log file that gets its output, appended
   */
  public record Program(
      String name,
      String classPath,
      String mainClass,
      List<String> jvmArgs,
      List<String> args,
      Map<String, String> environment,
      Path log) {}

  private ChildJvm(Program program) {
    this.program = program;
  }

  public static ChildJvm start(Program program) {
    ChildJvm child = new ChildJvm(program);
    child.launch();
    return child;
  }

  /** Starts it again after {@link #kill()} or {@link #close()}. */
  public void restart() {
    if (alive()) {
      throw new IllegalStateException(program.name() + " is still running");
    }
    launch();
  }

  private void launch() {
    List<String> command = new ArrayList<>(NOT_BY_CTRL_C);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(program.jvmArgs());
    command.add("-cp");
    command.add(ProductHome.codeOf(Leash.class) + ":" + program.classPath());
    command.add(Leash.class.getName());
    command.add(program.mainClass());
    command.addAll(program.args());
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(program.environment());
    builder.redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(program.log().toFile()));
    try {
      process = builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + program.name(), e);
    }
  }

  public boolean alive() {
    return process.isAlive();
  }

  public long pid() {
    return process.pid();
  }

  /**
   * The exit code, once it has ended.
   *
   * @throws IllegalStateException while it runs
   */
  public int exitCode() {
    if (alive()) {
      throw new IllegalStateException(program.name() + " is still running");
    }
    return process.exitValue();
  }

  /** Waits for a condition as long as the process lives; its end fails at once, with its words. */
  public void await(String what, Duration limit, java.util.concurrent.Callable<Boolean> condition) {
    Await.until(
        program.name() + ": " + what,
        limit,
        () -> {
          if (!alive()) {
            throw new Await.GaveUpException(
                "%s ended with exit code %d before: %s%n%s"
                    .formatted(program.name(), exitCode(), what, tail()));
          }
          return condition.call();
        });
  }

  /** All output so far. */
  public String output() {
    try {
      return Files.exists(program.log())
          ? new String(Files.readAllBytes(program.log()), StandardCharsets.UTF_8)
          : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The last lines of the output. */
  public String tail() {
    List<String> lines = output().lines().toList();
    return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
  }

  /** SIGKILL, and waits for the end. */
  public void kill() {
    process.destroyForcibly();
    awaitEnd(STOP_SECONDS);
  }

  /** SIGTERM, and SIGKILL where that does not end it. */
  @Override
  public void close() {
    // Not Process.destroy(): it closes the child's input as well, and the leash would end the child
    // before it has stopped in good order.
    process.toHandle().destroy();
    if (!awaitEnd(STOP_SECONDS)) {
      kill();
    }
  }

  private boolean awaitEnd(long seconds) {
    try {
      return process.waitFor(seconds, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
