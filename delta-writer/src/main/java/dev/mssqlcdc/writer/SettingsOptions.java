package dev.mssqlcdc.writer;

import dev.mssqlcdc.avro.RegistryException;
import dev.mssqlcdc.lake.LakeException;
import dev.mssqlcdc.writer.core.TableStopException;
import dev.mssqlcdc.writer.settings.WriterSettings;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.function.ToIntFunction;
import org.apache.kafka.common.KafkaException;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Where the settings come from, and what a failure looks like; the same for every command. */
final class SettingsOptions {

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Properties file with the settings; docs/reference/writer-settings.md has all.")
  private Path file;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "A setting that overrides the file's.")
  private Map<String, String> overrides = new HashMap<>();

  /** Runs a command; the exit code is its own, or 1 when it fails. */
  int run(ToIntFunction<WriterSettings> command) {
    // Were it required, picocli would ask for it before a command's name, too.
    if (file == null) {
      System.err.println("delta-writer: --config FILE is missing");
      return CommandLine.ExitCode.USAGE;
    }
    try {
      return command.applyAsInt(new WriterSettings(settings()));
    } catch (IOException e) {
      System.err.println("delta-writer: cannot read the settings file " + file + ": " + e);
      return 1;
    } catch (KafkaException | LakeException | RegistryException | TableStopException e) {
      System.err.println("delta-writer: " + e.getMessage());
      return 1;
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
