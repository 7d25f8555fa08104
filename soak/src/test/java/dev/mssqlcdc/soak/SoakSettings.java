package dev.mssqlcdc.soak;

import java.nio.file.Path;
import java.time.Duration;

/**
 * How this run goes: {@code -Dsoak.minutes=N}, {@code -Dsoak.seed=N}.
 *
 * @param seed of every random choice; which of them meet, the threads' timing decides
 * @param time how long the load goes on
 * @param directory where a failed run leaves its logs
 */
record SoakSettings(long seed, Duration time, Path directory) {

  static SoakSettings ofThisRun() {
    return new SoakSettings(
        Long.getLong("soak.seed", System.nanoTime() & 0xFFFF_FFFFL),
        Duration.ofMinutes(Long.getLong("soak.minutes", 3)),
        Path.of(System.getProperty("soak.directory", "target/soak")));
  }
}
