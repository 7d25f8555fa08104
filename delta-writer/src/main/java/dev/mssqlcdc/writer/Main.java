package dev.mssqlcdc.writer;

import dev.mssqlcdc.avro.RegistryException;
import dev.mssqlcdc.lake.LakeException;
import dev.mssqlcdc.writer.kafka.WriterService;
import dev.mssqlcdc.writer.settings.WriterSettings;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import org.apache.kafka.common.KafkaException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The program: {@code delta-writer --config FILE [--set key=value]...}. */
@Command(
    name = "delta-writer",
    mixinStandardHelpOptions = true,
    description =
        "Writes the connector's topics to bronze Delta tables, with facts and the verdict, exactly"
            + " once. Runs until it is stopped (SIGTERM), and then writes what it has read.")
public final class Main implements Callable<Integer> {

  private static final Duration STOP_LIMIT = Duration.ofSeconds(60);

  @Option(
      names = "--config",
      required = true,
      paramLabel = "FILE",
      description = "Properties file with the settings; docs/reference/writer-settings.md has all.")
  private Path file;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "A setting that overrides the file's.")
  private Map<String, String> overrides = new HashMap<>();

  public static void main(String[] args) {
    System.exit(new CommandLine(new Main()).execute(args));
  }

  @Override
  public Integer call() {
    try (WriterService service = new WriterService(new WriterSettings(settings()))) {
      Thread hook = new Thread(() -> stop(service), "stop");
      Runtime.getRuntime().addShutdownHook(hook);
      service.run();
      return 0;
    } catch (IOException e) {
      System.err.println("delta-writer: cannot read the settings file " + file + ": " + e);
      return 1;
    } catch (KafkaException | LakeException | RegistryException e) {
      System.err.println("delta-writer: " + e.getMessage());
      return 1;
    }
  }

  private static void stop(WriterService service) {
    try {
      service.stop(STOP_LIMIT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Map<String, String> settings() throws IOException {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    }
    Map<String, String> settings = new HashMap<>();
    properties.stringPropertyNames().forEach(key -> settings.put(key, properties.getProperty(key)));
    settings.putAll(overrides);
    return settings;
  }
}
