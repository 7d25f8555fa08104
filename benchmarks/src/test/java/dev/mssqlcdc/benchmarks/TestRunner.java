package dev.mssqlcdc.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mssqlcdc.benchmarks.Benchmark.Contender;
import dev.mssqlcdc.benchmarks.Benchmark.Role;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TestRunner {

  private final List<Role> order = new ArrayList<>();

  private final class Scripted implements Benchmark {

    private final Map<Role, Deque<Double>> figures = new EnumMap<>(Role.class);

    private Scripted with(Role role, Double... values) {
      figures.put(role, new ArrayDeque<>(List.of(values)));
      return this;
    }

    @Override
    public Map<String, String> units() {
      return Map.of("speed", "rows/s");
    }

    @Override
    public Map<Role, Contender> contenders() {
      Map<Role, Contender> contenders = new EnumMap<>(Role.class);
      figures.forEach(
          (role, values) ->
              contenders.put(
                  role,
                  () -> {
                    order.add(role);
                    return Map.of("speed", values.pop());
                  }));
      return contenders;
    }

    @Override
    public void close() {}
  }

  private static Result run(Benchmark benchmark, int runs) throws Exception {
    Runner runner = new Runner(runs);
    runner.run(benchmark);
    return runner.result("b");
  }

  @Test
  void alternatesAfterAWarmUpAndReportsMedians() throws Exception {
    Benchmark benchmark =
        new Scripted().with(Role.OURS, 999.0, 1.0, 9.0, 4.0).with(Role.PEER, 999.0, 2.0, 1.0, 3.0);
    Result result = run(benchmark, 3);
    assertThat(order)
        .containsExactly(
            Role.OURS, Role.PEER, Role.OURS, Role.PEER, Role.OURS, Role.PEER, Role.OURS, Role.PEER);
    assertThat(result.metrics().get("speed"))
        .isEqualTo(new Result.Figures(4.0, 2.0, null, "rows/s"));
  }

  @Test
  void theJsonLeavesOutWhatDoesNotApply() throws Exception {
    Result result = run(new Scripted().with(Role.OURS, 1.0, 2.0), 1);
    assertThat(new ObjectMapper().writeValueAsString(result))
        .isEqualTo(
            "{\"bench\":\"b\",\"runs\":1,\"metrics\":"
                + "{\"speed\":{\"ours\":2.0,\"unit\":\"rows/s\"}}}");
  }

  @Test
  void theTableShowsRatios() throws Exception {
    Benchmark benchmark = new Scripted().with(Role.OURS, 1.0, 600.0).with(Role.PEER, 1.0, 200.0);
    assertThat(ResultTable.of(run(benchmark, 1)))
        .contains("speed")
        .contains("600")
        .contains("3.00");
  }
}
