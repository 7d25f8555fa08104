package dev.mssqlcdc.silver;

import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.TemporalAccessor;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code silver-job is-final}. */
@Command(
    name = "is-final",
    description = {
      "Tells a scheduler whether silver has all changes that were committed before a time.",
      "Exit code 0 if each table has, 1 if one has not yet, 2 for wrong usage, 3 if nobody can tell."
    },
    sortOptions = false)
final class IsFinalCommand implements Callable<Integer> {

  private static final int UNKNOWN = 3;

  @Mixin private LakeArguments lake;

  @Option(
      names = "--until",
      required = true,
      paramLabel = "TIME",
      converter = Utc.class,
      description = "As in 2026-01-31T00:00, UTC, or 2026-01-31T00:00+01:00.")
  private LocalDateTime until;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    return lake.run(
        spec,
        UNKNOWN,
        (spark, root) -> {
          boolean all = true;
          for (var table : new SilverJob(spark, root).finalizedUntil(lake.tables()).entrySet()) {
            boolean isFinal = SilverJob.isFinal(table.getValue(), until);
            spec.commandLine().getOut().println(line(table.getKey(), table.getValue(), isFinal));
            all &= isFinal;
          }
          spec.commandLine().getOut().flush();
          return all ? 0 : 1;
        });
  }

  private static String line(String table, Optional<LocalDateTime> reached, boolean isFinal) {
    return "%s: %s, complete until %s"
        .formatted(
            table,
            isFinal ? "final" : "not final",
            reached.map(time -> time + " UTC").orElse("nothing yet"));
  }

  /** A time with an offset, or in UTC. */
  static final class Utc implements CommandLine.ITypeConverter<LocalDateTime> {

    @Override
    public LocalDateTime convert(String text) {
      try {
        TemporalAccessor time =
            DateTimeFormatter.ISO_DATE_TIME.parseBest(
                text, OffsetDateTime::from, LocalDateTime::from);
        return time instanceof OffsetDateTime offset
            ? offset.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime()
            : LocalDateTime.from(time);
      } catch (DateTimeParseException e) {
        throw new CommandLine.TypeConversionException(
            "'%s' is no time such as 2026-01-31T00:00".formatted(text));
      }
    }
  }
}
