package dev.mssqlcdc.writer;

import dev.mssqlcdc.writer.kafka.WriterService;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The program: {@code delta-writer --config FILE [--set key=value]...}, and its commands. */
@Command(
    name = "delta-writer",
    mixinStandardHelpOptions = true,
    description =
        "Writes the connector's topics to bronze Delta tables, with facts and the verdict, exactly"
            + " once. Runs until it is stopped (SIGTERM), and then writes what it has read.",
    subcommands = {AcceptGap.class, Pause.class, Resume.class})
public final class Main implements Callable<Integer> {

  private static final Duration STOP_LIMIT = Duration.ofSeconds(60);

  @Mixin private SettingsOptions options;

  public static void main(String[] args) {
    System.exit(new CommandLine(new Main()).execute(args));
  }

  @Override
  public Integer call() {
    return options.run(
        settings -> {
          try (WriterService service = new WriterService(settings)) {
            Thread hook = new Thread(() -> stop(service), "stop");
            Runtime.getRuntime().addShutdownHook(hook);
            service.run();
            return 0;
          }
        });
  }

  private static void stop(WriterService service) {
    try {
      service.stop(STOP_LIMIT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
