package dev.mssqlcdc.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.quickstart.Workload.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class TestWorkload {

  private static final int TRANSACTIONS = 200;
  private static final int CHANGES = 2_000;
  private static final int IN_ONE = 1_000;

  private static List<Transaction> run(long seed) {
    Workload workload = new Workload(seed);
    List<Transaction> all = new ArrayList<>(List.of(workload.initialRows(10)));
    workload.run(TRANSACTIONS, CHANGES, IN_ONE, all::add);
    return all;
  }

  @Property(tries = 20)
  void makesExactlySoManyCommitsAndChanges(@ForAll long seed) {
    List<Transaction> committed =
        run(seed).stream().skip(1).filter(each -> !each.rollback()).toList();
    assertThat(committed).hasSize(TRANSACTIONS);
    assertThat(committed.stream().mapToInt(each -> each.statements().size()).sum())
        .isEqualTo(CHANGES);
    assertThat(committed).anySatisfy(each -> assertThat(each.statements()).hasSize(IN_ONE));
    assertThat(committed).allSatisfy(each -> assertThat(each.statements()).isNotEmpty());
  }

  @Test
  void dependsOnTheSeedAlone() {
    assertThat(texts(7)).isEqualTo(texts(7)).isNotEqualTo(texts(8));
  }

  @Test
  void touchesEveryTableInEveryWay() {
    List<String> statements =
        run(1).stream()
            .flatMap(each -> each.statements().stream())
            .map(each -> each.sql().substring(0, 6) + " " + each.table().name())
            .distinct()
            .toList();
    for (ShopTable table : Shop.TABLES) {
      assertThat(statements)
          .contains("INSERT " + table.name(), "UPDATE " + table.name(), "DELETE " + table.name());
    }
    assertThat(run(1)).anySatisfy(each -> assertThat(each.rollback()).isTrue());
  }

  private static List<String> texts(long seed) {
    return run(seed).stream()
        .flatMap(each -> each.statements().stream())
        .map(
            each ->
                each.sql()
                    + each.parameters().stream()
                        .map(parameter -> Canonical.of(parameter.value()))
                        .collect(Collectors.joining("|")))
        .toList();
  }
}
