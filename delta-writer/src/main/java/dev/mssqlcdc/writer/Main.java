package dev.mssqlcdc.writer;

import dev.mssqlcdc.writer.http.HttpEndpoints;
import dev.mssqlcdc.writer.kafka.WriterService;
import dev.mssqlcdc.writer.metrics.WriterMetrics;
import dev.mssqlcdc.writer.settings.HttpSettings;
import dev.mssqlcdc.writer.settings.WriterSettings;
import dev.mssqlcdc.writer.status.StatusBoard;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The program: {@code delta-writer [--config FILE] [--set key=value]...}, and its commands. */
@Command(
    name = "delta-writer",
    mixinStandardHelpOptions = true,
    description =
        "Writes the connector's topics to bronze Delta tables, with facts and the verdict, exactly"
            + " once. Runs until it is stopped (SIGTERM), and then writes what it has read.",
    subcommands = {AcceptGap.class, Pause.class, Resume.class})
public final class Main implements Callable<Integer> {

  private static final Logger LOG = LoggerFactory.getLogger(Main.class);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(60);

  @Mixin private SettingsOptions options;

  public static void main(String[] args) {
    System.exit(new CommandLine(new Main()).execute(args));
  }

  @Override
  public Integer call() {
    return options.run(
        settings -> {
          run(settings);
          return 0;
        });
  }

  private static void run(WriterSettings settings) throws IOException {
    StatusBoard board = new StatusBoard();
    HttpSettings http = settings.http();
    try (WriterMetrics metrics = new WriterMetrics(board)) {
      if (http.listen().isEmpty()) {
        serve(settings, board, metrics);
        return;
      }
      try (HttpEndpoints endpoints =
          HttpEndpoints.start(http.listen().get(), http.healthLimit(), board, metrics)) {
        LOG.info("answers on {}", endpoints.url());
        serve(settings, board, metrics);
      }
    }
  }

  private static void serve(WriterSettings settings, StatusBoard board, WriterMetrics metrics) {
    try (WriterService service = new WriterService(settings, board, metrics)) {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(service), "stop"));
      service.run();
    }
  }

  private static void stop(WriterService service) {
    try {
      service.stop(STOP_LIMIT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
