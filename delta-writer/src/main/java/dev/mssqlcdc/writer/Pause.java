package dev.mssqlcdc.writer;

import dev.mssqlcdc.writer.kafka.TableCommands;
import picocli.CommandLine.Command;

/** {@code delta-writer pause --config FILE --table TABLE}. */
@Command(
    name = "pause",
    mixinStandardHelpOptions = true,
    description =
        "Pauses a table for every instance until it is resumed; its records wait in the topic.")
final class Pause extends TableCommand {

  @Override
  int run(TableCommands commands, String name) {
    boolean paused = commands.pause(name);
    System.out.printf("table %s: %s%n", name, paused ? "paused" : "is paused already");
    return 0;
  }
}
