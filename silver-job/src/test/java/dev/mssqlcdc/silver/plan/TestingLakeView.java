package dev.mssqlcdc.silver.plan;

import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.silver.plan.TestingStream.Entry;
import dev.mssqlcdc.silver.spark.TestingRow;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * How far a topic has come in the lake: bronze is ahead of the facts, and these of control, as
 * batches end anywhere.
 */
final class TestingLakeView {

  private final TestingStream stream;
  private final Random random;
  private int bronze;
  private int facts;
  private int control;

  TestingLakeView(TestingStream stream, Random random) {
    this.stream = stream;
    this.random = random;
  }

  /** The writer commits something. */
  void step() {
    bronze += random.nextInt(stream.topic().size() - bronze + 1);
    facts += random.nextInt(bronze - facts + 1);
    control += random.nextInt(facts - control + 1);
  }

  /** The writer commits all there is. */
  void end() {
    bronze = stream.topic().size();
    facts = bronze;
    control = bronze;
  }

  List<Entry> bronze() {
    return List.copyOf(stream.topic().subList(0, bronze));
  }

  List<FactEvent> events() {
    return stream.topic().subList(0, facts).stream()
        .filter(TestingStream.Told.class::isInstance)
        .map(TestingStream.Told.class::cast)
        .map(told -> new FactEvent(told.detail(), new EventOffset("topic", told.offset())))
        .toList();
  }

  Optional<Verdict> verdict() {
    return stream.topic().subList(0, control).stream()
        .filter(TestingStream.Progress.class::isInstance)
        .map(entry -> verdict(((TestingStream.Progress) entry).end()))
        .reduce((a, b) -> b);
  }

  private static Verdict verdict(long end) {
    Lsn lsn = new Lsn(0, end);
    LocalDateTime time = TestingRow.commitTime(lsn);
    return new Verdict(lsn, Optional.of(time), Optional.of(time));
  }
}
