package dev.mssqlcdc.writer;

import dev.mssqlcdc.writer.kafka.TableCommands;
import java.util.Optional;
import picocli.CommandLine.Command;

/** {@code delta-writer accept-gap --config FILE --table TABLE}. */
@Command(
    name = "accept-gap",
    mixinStandardHelpOptions = true,
    description =
        "Accepts that records of a table are missing, so that it goes on, or its verdict moves on.")
final class AcceptGap extends TableCommand {

  @Override
  int run(TableCommands commands, String name) {
    Optional<String> accepted = commands.acceptGap(name);
    if (accepted.isEmpty()) {
      System.err.printf("table %s: there is nothing to accept%n", name);
      return 1;
    }
    System.out.printf(
        "table %s: accepted: %s.%nThe writer goes on within table.retry.interval.ms, with the next record, and tells of"
            + " the gap in the facts table (event gap_accepted).%nRows that were lost are still"
            + " missing: ask for a new snapshot of the table (docs/guides/snapshots.md).%n",
        name, accepted.get());
    return 0;
  }
}
