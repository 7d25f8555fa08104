package dev.mssqlcdc.writer.metrics;

import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.writer.core.Verdict;
import dev.mssqlcdc.writer.status.Failure;
import dev.mssqlcdc.writer.status.SourceReport;
import dev.mssqlcdc.writer.status.Status;
import dev.mssqlcdc.writer.status.TableStatus;
import dev.mssqlcdc.writer.status.TableStatus.State;
import dev.mssqlcdc.writer.status.Totals;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** A status as the main loop publishes it. */
public final class TestingStatus {

  private TestingStatus() {}

  /** Of tables that all is known of. */
  public static Status of(String... topics) {
    return new Status(
        1_800_000_000_000L,
        true,
        4096,
        1 << 20,
        Arrays.stream(topics).collect(Collectors.toMap(topic -> topic, TestingStatus::table)));
  }

  private static TableStatus table(String topic) {
    return new TableStatus(
        topic,
        Optional.of(topic.substring(topic.indexOf('.') + 1)),
        State.STOPPED,
        OptionalLong.of(42),
        OptionalLong.of(7),
        4096,
        Optional.of(new Verdict(new Lsn(0, 5), OptionalLong.of(1_800_000_005_250_000L))),
        OptionalLong.of(1_800_000_000_000_000L),
        new SourceReport(OptionalDouble.of(71.5), OptionalDouble.of(2), OptionalDouble.of(3.5)),
        new Totals(10, 2000, 3, 1),
        Optional.of(
            new Failure("it broke", 1_800_000_000_000L, OptionalLong.of(1_800_000_060_000L))));
  }
}
