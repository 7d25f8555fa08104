package dev.mssqlcdc.soak;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * Random load and faults; the topics hold each change once, in order, or an event tells of a gap.
 */
class TestSoak {

  @Test
  void everyChangeArrivesOnceAndInOrderWhateverHappens() throws Exception {
    SoakSettings settings = SoakSettings.ofThisRun();
    System.out.printf("soak: seed %d, %s%n", settings.seed(), settings.time());
    Figures figures = new Soak(settings).run();
    System.out.printf("soak: seed %d, %s: %s%n", settings.seed(), settings.time(), figures);
    assertThat(figures.kills()).isGreaterThanOrEqualTo(settings.time().toMinutes() - 1);
    assertThat(figures.transactions()).isGreaterThan(100 * settings.time().toMinutes());
  }
}
