package dev.mssqlcdc.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.api.Test;

class TestSuite {

  private static final Suite.Setup FIRST = () -> null;
  private static final Suite.Setup SECOND = () -> null;

  private final Suite suite = new Suite(() -> {}).with("first", FIRST).with("second", SECOND);

  @Test
  void runsAllInTheirOrderUnlessSomeAreNamed() {
    assertThat(suite.scenarios(Set.of())).containsExactly(FIRST, SECOND);
    assertThat(suite.scenarios(Set.of("second"))).containsExactly(SECOND);
  }

  @Test
  void anUnknownScenarioIsRefusedWithTheKnownOnes() {
    assertThatThrownBy(() -> suite.scenarios(Set.of("third")))
        .hasMessageContaining("third")
        .hasMessageContaining("first, second");
  }
}
