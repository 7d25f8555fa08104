package dev.mssqlcdc.silver;

import dev.mssqlcdc.silver.run.ControlRows;
import dev.mssqlcdc.silver.spark.TestingLake;
import dev.mssqlcdc.silver.spark.TestingSpark;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Jobs at a time of the test's choice, and such that die. */
final class TestingJobs {

  private TestingJobs() {}

  static SilverJob at(Instant now, TestingLake lake) {
    return at(now, lake, UnaryOperator.identity());
  }

  static SilverJob at(Instant now, TestingLake lake, UnaryOperator<ControlRows> seam) {
    return at(now, lake, seam, line -> {});
  }

  /** A job whose progress a test looks at. */
  static SilverJob telling(Instant now, TestingLake lake, Consumer<String> lines) {
    return at(now, lake, UnaryOperator.identity(), lines);
  }

  private static SilverJob at(
      Instant now, TestingLake lake, UnaryOperator<ControlRows> seam, Consumer<String> lines) {
    Clock clock = Clock.fixed(now, ZoneOffset.UTC);
    return new SilverJob(TestingSpark.session(), lake.lake(), clock, seam, lines);
  }

  /** A run whose process dies when it writes to control once more than some times. */
  static SilverJob crashing(Instant now, TestingLake lake, int writes) {
    int[] left = {writes};
    return at(
        now,
        lake,
        control ->
            (asRead, next) -> {
              if (left[0]-- <= 0) {
                throw new IllegalStateException("crash");
              }
              return control.replace(asRead, next);
            });
  }
}
