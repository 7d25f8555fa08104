package dev.mssqlcdc.writer;

import dev.mssqlcdc.writer.kafka.TableCommands;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A command on one table, which may be given while the service runs. */
abstract class TableCommand implements Callable<Integer> {

  @Mixin private SettingsOptions options;

  @Option(
      names = "--table",
      required = true,
      paramLabel = "TABLE",
      description = "Name of the bronze table: the topic's name without topic.prefix and its dot.")
  private String table;

  @Override
  public final Integer call() {
    return options.run(
        settings -> {
          try (TableCommands commands = new TableCommands(settings)) {
            return run(commands, table);
          }
        });
  }

  /** The exit code. */
  abstract int run(TableCommands commands, String name);
}
