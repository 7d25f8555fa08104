package dev.mssqlcdc.avro;

import java.time.Duration;

/**
 * How patiently a request that may succeed later is repeated.
 *
 * @param max how often it is tried again, all addresses counting once
 * @param firstWait pause before the first repetition; each further one is twice as long
 * @param maxWait the longest pause
 */
public record Retries(int max, Duration firstWait, Duration maxWait) {

  /** Doublings that do not overflow: waits are integers. */
  private static final int MANY = 31;

  /** Half a minute in all: a registry that restarts is waited for. */
  static final Retries STANDARD = new Retries(10, Duration.ofMillis(250), Duration.ofSeconds(5));

  /**
   * The pause before a repetition; half of it is left to chance, so that many clients of a registry
   * that comes back do not ask at once.
   *
   * @param number of the repetition, from 0
   * @param chance from 0 to 1
   */
  Duration pause(int number, double chance) {
    long doubled = firstWait.toMillis() << Math.min(number, MANY);
    long full = Math.min(doubled, maxWait.toMillis());
    return Duration.ofMillis(Math.round(full * (1 + chance) / 2));
  }
}
