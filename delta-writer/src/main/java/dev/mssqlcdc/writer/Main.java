package dev.mssqlcdc.writer;

import dev.mssqlcdc.avro.RegistryException;
import dev.mssqlcdc.lake.LakeException;
import dev.mssqlcdc.writer.http.HttpEndpoints;
import dev.mssqlcdc.writer.kafka.WriterService;
import dev.mssqlcdc.writer.metrics.WriterMetrics;
import dev.mssqlcdc.writer.settings.HttpSettings;
import dev.mssqlcdc.writer.settings.SettingsSource;
import dev.mssqlcdc.writer.settings.WriterSettings;
import dev.mssqlcdc.writer.status.StatusBoard;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The program: {@code delta-writer [--config FILE] [--set key=value]...}. */
@Command(
    name = "delta-writer",
    mixinStandardHelpOptions = true,
    description =
        "Writes the connector's topics to bronze Delta tables, with facts and the verdict, exactly"
            + " once. Runs until it is stopped (SIGTERM), and then writes what it has read.")
public final class Main implements Callable<Integer> {

  private static final Logger LOG = LoggerFactory.getLogger(Main.class);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(60);

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Properties file with the settings; docs/reference/writer-settings.md has all.")
  private Optional<Path> file = Optional.empty();

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description =
          "A setting that overrides the file's and the environment's (MSSQLCDC_LAKE_ROOT is"
              + " lake.root).")
  private Map<String, String> overrides = new HashMap<>();

  public static void main(String[] args) {
    System.exit(new CommandLine(new Main()).execute(args));
  }

  @Override
  public Integer call() {
    try {
      run(SettingsSource.read(file, System.getenv(), overrides));
      return 0;
    } catch (IOException | KafkaException | LakeException | RegistryException e) {
      System.err.println("delta-writer: " + e.getMessage());
      return 1;
    }
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
