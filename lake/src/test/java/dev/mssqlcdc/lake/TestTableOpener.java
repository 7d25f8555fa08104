package dev.mssqlcdc.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** The rules of opening; {@link TestingMigrations} holds the engines to them. */
class TestTableOpener {

  private final Map<String, MemoryTable> tables = new HashMap<>();
  private final TableOpener<MemoryTable> opener =
      new TableOpener<>(new MemoryEngine(() -> Step.DONE));

  @Test
  void createsInTheLatestShapeAndStampsIt() {
    MemoryTable table = opener.openOrCreate("/lake/meta/facts", TableDefinition.facts());
    assertThat(table.properties())
        .containsEntry(
            Properties.SCHEMA_VERSION, Integer.toString(TableKind.FACTS.migrations().version()));
    assertThat(tables).containsKey("/lake/meta/facts");
  }

  @Test
  void opensWhatIsThereWithoutAWrite() {
    MemoryTable table = opener.openOrCreate("/t", TableDefinition.facts());
    assertThat(opener.openOrCreate("/t", TableDefinition.facts())).isSameAs(table);
    assertThat(opener.reopen("/t", TableKind.FACTS)).isSameAs(table);
  }

  @Test
  void opensATableOfANewerRelease() {
    put(Map.of(Properties.SCHEMA_VERSION, "99"));
    assertThat(opener.find("/t", TableKind.FACTS)).isPresent();
  }

  @Test
  void refusesATableThatNeedsANewerRelease() {
    put(Map.of(Properties.MIN_VERSION, "99"));
    assertThatThrownBy(() -> opener.find("/t", TableKind.FACTS))
        .isInstanceOf(LakeException.class)
        .hasMessageContaining("/t needs version 99")
        .hasMessageContaining("upgrade");
  }

  @Test
  void saysWhichPropertyIsGarbage() {
    for (String garbage : List.of("one", "-1", "", "99999999999")) {
      put(Map.of(Properties.SCHEMA_VERSION, garbage));
      assertThatThrownBy(() -> opener.find("/t", TableKind.FACTS))
          .isInstanceOf(LakeException.class)
          .hasMessageContaining("mssqlcdc.schema_version is '%s'".formatted(garbage));
    }
  }

  @Test
  void saysThatATableIsGone() {
    assertThatThrownBy(() -> opener.reopen("/t", TableKind.FACTS))
        .isInstanceOf(LakeException.class)
        .hasMessageContaining("table /t is gone");
  }

  @Test
  void givesUpAMigrationThatOthersAlwaysComeBefore() {
    put(Map.of());
    TableOpener<MemoryTable> patient =
        opener(Migrations.of(Migration.setting("mssqlcdc.n", "1")), () -> Step.LOST);
    assertThatThrownBy(() -> patient.find("/t", TableKind.FACTS))
        .isInstanceOf(LakeException.class)
        .hasMessageContaining("table /t could not be migrated: other processes always");
  }

  /** Whatever conflicts and crashes come in between: once all is quiet, each was run once. */
  @Property(tries = 300)
  void everyMigrationIsRunOnceInOrder(
      @ForAll @IntRange(max = 6) int version,
      @ForAll @IntRange(max = 6) int known,
      @ForAll long seed) {
    put(Map.of());
    if (version > 0) {
      quiet(version);
    }
    Random random = new Random(seed);
    for (int life = 0; life < 4; life++) {
      try {
        opener(list(known), () -> Step.values()[random.nextInt(Step.values().length)])
            .find("/t", TableKind.FACTS);
      } catch (TestingFaults.Crash | LakeException e) {
        assertThat(tables.get("/t").version()).isBetween(version, Math.max(version, known));
      }
    }
    quiet(known);

    MemoryTable table = tables.get("/t");
    int latest = Math.max(version, known);
    assertThat(table.version()).isEqualTo(latest);
    assertThat(table.columnTypes().keySet())
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, latest).mapToObj(n -> "c" + n).toList());
    assertThat(table.stamps())
        .isEqualTo(IntStream.rangeClosed(1, latest).mapToObj(Integer::toString).toList());
  }

  private void quiet(int known) {
    opener(list(known), () -> Step.DONE).find("/t", TableKind.FACTS);
  }

  private static Migrations list(int length) {
    return new Migrations(
        IntStream.rangeClosed(1, length)
            .mapToObj(n -> Migration.adding(new Column("c" + n, DeltaType.STRING, "the n-th")))
            .toList());
  }

  private void put(Map<String, String> properties) {
    tables.put("/t", new MemoryTable("/t", properties, Map.of(), List.of()));
  }

  private TableOpener<MemoryTable> opener(Migrations known, Supplier<Step> steps) {
    return new TableOpener<>(
        new MemoryEngine(steps), kind -> known, () -> Backoff.of(Duration.ZERO), warning -> {});
  }

  /** What comes of a change. */
  private enum Step {
    DONE,
    LOST,
    CRASHED_BEFORE,
    CRASHED_AFTER,
    CRASHED_BEFORE_THE_STAMP
  }

  private record MemoryTable(
      String path,
      Map<String, String> properties,
      Map<String, String> columnTypes,
      List<String> stamps)
      implements LakeTable {

    int version() {
      return stamps.size();
    }

    MemoryTable changed(List<Column> added, Map<String, String> set) {
      Map<String, String> columns = new LinkedHashMap<>(columnTypes);
      for (Column column : added) {
        assertThat(columns.put(column.name(), column.type().name())).as("added twice").isNull();
      }
      Map<String, String> all = new HashMap<>(properties);
      all.putAll(set);
      List<String> seen = new ArrayList<>(stamps);
      Optional.ofNullable(set.get(Properties.SCHEMA_VERSION)).ifPresent(seen::add);
      return new MemoryTable(path, all, columns, seen);
    }
  }

  private final class MemoryEngine implements TableEngine<MemoryTable> {

    private final Supplier<Step> steps;

    MemoryEngine(Supplier<Step> steps) {
      this.steps = steps;
    }

    @Override
    public Optional<MemoryTable> find(String path) {
      return Optional.ofNullable(tables.get(path));
    }

    @Override
    public MemoryTable create(String path, TableDefinition definition) {
      tables.put(path, new MemoryTable(path, definition.properties(), Map.of(), List.of()));
      return tables.get(path);
    }

    @Override
    public Optional<MemoryTable> change(
        MemoryTable table, List<Column> added, Map<String, String> set) {
      assertThat(tables).containsValue(table);
      Step step = steps.get();
      if (step == Step.DONE || step == Step.CRASHED_AFTER) {
        tables.put(table.path(), table.changed(added, set));
      } else if (step == Step.CRASHED_BEFORE_THE_STAMP) {
        tables.put(table.path(), table.changed(added, Map.of()));
      }
      if (step.name().startsWith("CRASHED")) {
        throw new TestingFaults.Crash();
      }
      return step == Step.LOST ? Optional.empty() : find(table.path());
    }
  }
}
