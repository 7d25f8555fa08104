package dev.mssqlcdc.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.benchmarks.Benchmark.Contender;
import dev.mssqlcdc.benchmarks.Benchmark.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TestSuite {

  private final List<String> happened = new ArrayList<>();

  private record Scenario(String name, List<String> happened) implements Benchmark {

    @Override
    public Map<String, String> units() {
      return Map.of(name, "runs");
    }

    @Override
    public Map<Role, Contender> contenders() {
      return Map.of(
          Role.OURS,
          () -> {
            happened.add("run " + name);
            return Map.of(name, 1.0);
          });
    }

    @Override
    public Plan plan(int runs) {
      return new Plan(0, runs);
    }

    @Override
    public void close() {
      happened.add("close " + name);
    }
  }

  private Suite<String> suite() {
    return new Suite<>(
            () -> {
              happened.add("start");
              return "shared";
            },
            shared -> happened.add("stop"))
        .with("first", shared -> new Scenario("first", happened))
        .with("second", shared -> new Scenario("second of " + shared, happened));
  }

  @Test
  void scenariosRunInTurnOnWhatTheyShare() throws Exception {
    Runner runner = new Runner(1);
    suite().run(Set.of(), runner);
    assertThat(happened)
        .containsExactly(
            "start",
            "run first",
            "close first",
            "run second of shared",
            "close second of shared",
            "stop");
    assertThat(runner.result("b").metrics()).containsOnlyKeys("first", "second of shared");
  }

  @Test
  void someCanBeChosen() throws Exception {
    suite().run(Set.of("second"), new Runner(1));
    assertThat(happened)
        .containsExactly("start", "run second of shared", "close second of shared", "stop");
  }

  @Test
  void whatIsSharedEndsWhenAScenarioFails() {
    Suite<String> failing =
        suite()
            .with(
                "third",
                shared -> {
                  throw new IllegalStateException("no server");
                });
    assertThatThrownBy(() -> failing.run(Set.of("third"), new Runner(1))).hasMessage("no server");
    assertThat(happened).containsExactly("start", "stop");
  }
}
