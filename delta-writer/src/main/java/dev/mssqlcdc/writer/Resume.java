package dev.mssqlcdc.writer;

import dev.mssqlcdc.writer.kafka.TableCommands;
import picocli.CommandLine.Command;

/** {@code delta-writer resume --config FILE --table TABLE}. */
@Command(
    name = "resume",
    mixinStandardHelpOptions = true,
    description = "Resumes a table that was paused.")
final class Resume extends TableCommand {

  @Override
  int run(TableCommands commands, String name) {
    boolean resumed = commands.resume(name);
    System.out.printf(
        "table %s: %s%n",
        name, resumed ? "goes on within table.retry.interval.ms" : "is not paused");
    return 0;
  }
}
