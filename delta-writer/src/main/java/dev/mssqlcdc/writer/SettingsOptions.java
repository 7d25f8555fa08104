package dev.mssqlcdc.writer;

import dev.mssqlcdc.avro.RegistryException;
import dev.mssqlcdc.lake.LakeException;
import dev.mssqlcdc.writer.core.TableStopException;
import dev.mssqlcdc.writer.settings.SettingsSource;
import dev.mssqlcdc.writer.settings.WriterSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.KafkaException;
import picocli.CommandLine.Option;

/** Where the settings come from, and what a failure looks like; the same for every command. */
final class SettingsOptions {

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

  /** A command. */
  @FunctionalInterface
  interface Command {

    /** Gives the exit code. */
    int run(WriterSettings settings) throws IOException;
  }

  /** Runs a command; the exit code is its own, or 1 when it fails. */
  int run(Command command) {
    try {
      return command.run(SettingsSource.read(file, System.getenv(), overrides));
    } catch (IOException
        | KafkaException
        | LakeException
        | RegistryException
        | TableStopException e) {
      System.err.println("delta-writer: " + e.getMessage());
      return 1;
    }
  }
}
