package dev.mssqlcdc.lake;

import static dev.mssqlcdc.lake.TestingReleases.AMOUNT;
import static dev.mssqlcdc.lake.TestingReleases.AT;
import static dev.mssqlcdc.lake.TestingReleases.FLAVOUR;
import static dev.mssqlcdc.lake.TestingReleases.ID;
import static dev.mssqlcdc.lake.TestingReleases.NOTE;
import static dev.mssqlcdc.lake.TestingReleases.ONE;
import static dev.mssqlcdc.lake.TestingReleases.THREE;
import static dev.mssqlcdc.lake.TestingReleases.TWO;
import static dev.mssqlcdc.lake.TestingReleases.UNTIL;
import static dev.mssqlcdc.lake.TestingReleases.ZERO;
import static dev.mssqlcdc.lake.TestingReleases.definition;
import static dev.mssqlcdc.lake.TestingReleases.types;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What every engine does with tables of older and newer releases, over real Delta tables. An
 * engine's own test extends it.
 */
public abstract class TestingMigrations<T extends LakeTable> {

  private static final String MAPPING = "delta.columnMapping.mode";

  @TempDir private Path folder;
  private final List<String> warnings = new ArrayList<>();

  /** An engine as another process has it. */
  protected abstract TableEngine<T> engine();

  /** Appends a row of texts to a table. */
  protected abstract void append(String path, Map<String, String> row);

  /** A table's rows: values by column name, null where there is none. */
  protected abstract List<Map<String, Object>> rows(String path);

  @Test
  public void aNewTableIsCreatedInTheLatestShapeAndStamped() {
    T table = release(THREE).openOrCreate(path(), definition(Map.of()));

    assertThat(table.columnTypes()).isEqualTo(types(ID, AT, NOTE, AMOUNT, UNTIL));
    assertThat(table.properties())
        .containsEntry("mssqlcdc.schema_version", "3")
        .containsEntry("mssqlcdc.min_version", "3")
        .containsEntry(FLAVOUR, "sweet");
    assertThat(log().commits()).isEqualTo(1);
  }

  @Test
  public void aNewTableWithoutMigrationsIsOfVersion0AndForEveryRelease() {
    T table = release(ZERO).openOrCreate(path(), definition(Map.of()));

    assertThat(table.properties())
        .containsEntry("mssqlcdc.schema_version", "0")
        .doesNotContainKey("mssqlcdc.min_version");
  }

  @Test
  public void aTableWithoutAStampIsMigratedFromTheFirstOnInOrderAndStampedAfterEach() {
    engine().create(path(), definition(Map.of()));

    T table = release(THREE).find(path(), TableKind.FACTS).orElseThrow();

    assertThat(table.columnTypes()).isEqualTo(types(ID, AT, NOTE, AMOUNT, UNTIL));
    assertThat(log().property("mssqlcdc.schema_version")).containsExactly("-", "1", "2", "3");
    assertThat(log().property("mssqlcdc.min_version")).containsExactly("-", "-", "-", "3");
    assertThat(log().property(FLAVOUR)).containsExactly("-", "-", "sweet", "sweet");
    assertThat(log().fields())
        .extracting(field -> field.at("/metadata/comment").asText())
        .contains(NOTE.comment());
    assertThat(log().fields()).allMatch(field -> field.get("nullable").asBoolean());
  }

  @Test
  public void aTableSeesEachMigrationOnceAndACurrentOneCostsNoCommit() {
    release(ONE).openOrCreate(path(), definition(Map.of()));
    release(TWO).openOrCreate(path(), definition(Map.of()));
    TableOpener<T> latest = release(THREE);

    T migrated = latest.openOrCreate(path(), definition(Map.of()));
    T again = latest.find(path(), TableKind.FACTS).orElseThrow();

    assertThat(again.properties()).isEqualTo(migrated.properties());
    assertThat(log().property("mssqlcdc.schema_version")).containsExactly("1", "2", "3");
    assertThat(log().commits()).isEqualTo(3);
    assertThat(warnings).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "name"})
  public void rowsOfBeforeAndAfterAreRead(String mapping) {
    release(ZERO).openOrCreate(path(), definition(Map.of(MAPPING, mapping)));
    append(path(), Map.of("id", "before"));

    release(THREE).find(path(), TableKind.FACTS);
    append(path(), Map.of("id", "after", "note", "new"));

    assertThat(rows(path()))
        .extracting(row -> row.get("id") + " " + row.get("note") + " " + row.get("amount"))
        .containsExactlyInAnyOrder("before null null", "after new null");
  }

  @Test
  public void columnsOfANameMappedTableGetIdsAndPhysicalNames() {
    release(ZERO).openOrCreate(path(), definition(Map.of(MAPPING, "name")));

    release(THREE).find(path(), TableKind.FACTS);

    List<JsonNode> metadata = log().fields().stream().map(field -> field.get("metadata")).toList();
    assertThat(metadata)
        .extracting(each -> each.path("delta.columnMapping.id").asInt())
        .containsExactly(1, 2, 3, 4, 5);
    assertThat(metadata)
        .extracting(each -> each.path("delta.columnMapping.physicalName").asText())
        .doesNotHaveDuplicates()
        .doesNotContain("", "note", "amount", "until");
    assertThat(log().property("delta.columnMapping.maxColumnId"))
        .containsExactly("2", "3", "3", "5");
  }

  @Test
  public void aTableOfANewerReleaseIsTakenAsItIsWithOneWarningPerVersion() {
    release(ONE).openOrCreate(path(), definition(Map.of()));
    TableOpener<T> old = release(ZERO);

    T first = old.openOrCreate(path(), definition(Map.of()));
    old.find(path(), TableKind.FACTS);
    assertThat(warnings)
        .containsExactly(
            ("table %s was written by a newer release (version 1 of kind FACTS, this one knows 0):"
                    + " its unknown columns are left alone")
                .formatted(path()));
    release(TWO).find(path(), TableKind.FACTS);
    old.find(path(), TableKind.FACTS);
    release(ZERO).find(path(), TableKind.FACTS);

    assertThat(first.columnTypes()).isEqualTo(types(ID, AT, NOTE));
    assertThat(warnings).hasSize(2);
    assertThat(log().commits()).isEqualTo(2);
  }

  @Test
  public void aReleaseThatDoesNotKnowARequiredMigrationIsRefused() {
    release(TWO).openOrCreate(path(), definition(Map.of()));
    release(THREE).find(path(), TableKind.FACTS);

    assertThatThrownBy(() -> release(TWO).openOrCreate(path(), definition(Map.of())))
        .isInstanceOf(LakeException.class)
        .hasMessageContaining(path() + " needs version 3 of kind FACTS, this release knows 2")
        .hasMessageContaining("upgrade this program");
    assertThat(release(THREE).find(path(), TableKind.FACTS)).isPresent();
    assertThat(warnings).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = TestingFaults.Fault.class,
      names = {"BETWEEN_CHANGE_AND_STAMP", "AFTER_THE_COMMIT"})
  public void aCrashInTheMidstOfAMigrationHeals(TestingFaults.Fault where) {
    release(ZERO).openOrCreate(path(), definition(Map.of(MAPPING, "name")));
    TableOpener<T> dying = release(new TestingFaults<>(engine()).dying(where), THREE);
    assertThatThrownBy(() -> dying.find(path(), TableKind.FACTS))
        .isInstanceOf(TestingFaults.Crash.class);
    assertThat(log().fields()).hasSize(3);

    T table = release(THREE).find(path(), TableKind.FACTS).orElseThrow();

    assertThat(table.columnTypes()).isEqualTo(types(ID, AT, NOTE, AMOUNT, UNTIL));
    assertThat(table.properties()).containsEntry("mssqlcdc.schema_version", "3");
    assertThat(log().property("delta.columnMapping.maxColumnId")).last().isEqualTo("5");
  }

  @Test
  public void aFasterProcessIsNotOverwritten() {
    release(ZERO).openOrCreate(path(), definition(Map.of()));
    TestingFaults<T> slow =
        new TestingFaults<>(engine()).after(() -> release(THREE).find(path(), TableKind.FACTS));

    T table = release(slow, THREE).find(path(), TableKind.FACTS).orElseThrow();

    assertThat(table.properties()).containsEntry("mssqlcdc.schema_version", "3");
    assertThat(log().property("mssqlcdc.schema_version")).containsExactly("0", "1", "2", "3");
  }

  @Test
  public void aProcessThatANewerReleaseOvertakesStops() {
    release(ZERO).openOrCreate(path(), definition(Map.of()));
    TestingFaults<T> slow =
        new TestingFaults<>(engine()).after(() -> release(THREE).find(path(), TableKind.FACTS));

    assertThatThrownBy(() -> release(slow, TWO).find(path(), TableKind.FACTS))
        .isInstanceOf(LakeException.class)
        .hasMessageContaining("needs version 3");
    assertThat(log().property("mssqlcdc.schema_version")).containsExactly("0", "1", "2", "3");
  }

  @Test
  public void rowsThatAreCommittedMeanwhileStay() {
    release(ZERO).openOrCreate(path(), definition(Map.of()));
    TestingFaults<T> slow =
        new TestingFaults<>(engine()).after(() -> append(path(), Map.of("id", "meanwhile")));

    T table = release(slow, ONE).find(path(), TableKind.FACTS).orElseThrow();

    assertThat(table.columnTypes()).isEqualTo(types(ID, AT, NOTE));
    assertThat(rows(path())).extracting(row -> row.get("id")).containsExactly("meanwhile");
  }

  @Test
  public void aTableThatAnOlderReleaseCreatesMeanwhileIsMigrated() {
    TestingFaults<T> slow =
        new TestingFaults<>(engine())
            .after(() -> release(ZERO).openOrCreate(path(), definition(Map.of())));

    T table = release(slow, TWO).openOrCreate(path(), definition(Map.of()));

    assertThat(table.columnTypes()).isEqualTo(types(ID, AT, NOTE));
    assertThat(log().property("mssqlcdc.schema_version")).containsExactly("0", "1", "2");
  }

  @Test
  public void processesThatMigrateAtTheSameTimeDoItOnce() throws Exception {
    release(ZERO).openOrCreate(path(), definition(Map.of(MAPPING, "name")));
    CyclicBarrier start = new CyclicBarrier(2);
    Callable<T> process =
        () -> {
          TableOpener<T> opener = release(THREE);
          start.await();
          return opener.find(path(), TableKind.FACTS).orElseThrow();
        };
    ExecutorService processes = Executors.newFixedThreadPool(2);
    try {
      for (Future<T> done : processes.invokeAll(List.of(process, process))) {
        assertThat(done.get().columnTypes()).isEqualTo(types(ID, AT, NOTE, AMOUNT, UNTIL));
      }
    } finally {
      processes.shutdownNow();
    }
    assertThat(log().property("mssqlcdc.schema_version")).containsExactly("0", "1", "2", "3");
  }

  @ParameterizedTest
  @ValueSource(strings = {"note", "Note"})
  public void aColumnOfTheOwnersOwnThatIsInTheWayIsNamed(String name) {
    Column own = new Column(name, DeltaType.LONG, "the owner's");
    engine().create(path(), definition(Map.of()).with(List.of(ID, AT, own), Map.of()));

    assertThatThrownBy(() -> release(ONE).find(path(), TableKind.FACTS))
        .isInstanceOf(LakeException.class)
        .hasMessageContaining(
            "table %s has a column '%s' of type long, this release adds 'note' of type string"
                .formatted(path(), name))
        .hasMessageContaining("rename or drop");
    assertThat(log().commits()).isEqualTo(1);
  }

  @Test
  public void aPartitionedTableIsMigrated() {
    release(ZERO).openOrCreate(path(), TableDefinition.control());
    append(path(), Map.of("layer", "bronze", "table_name", "dbo.a"));

    release(ONE).find(path(), TableKind.CONTROL);
    append(path(), Map.of("layer", "silver", "table_name", "dbo.a", "note", "new"));

    assertThat(rows(path()))
        .extracting(row -> row.get("layer") + " " + row.get("note"))
        .containsExactlyInAnyOrder("bronze null", "silver new");
  }

  private TableOpener<T> release(Migrations known) {
    return release(engine(), known);
  }

  private TableOpener<T> release(TableEngine<T> engine, Migrations known) {
    return new TableOpener<>(
        engine, kind -> known, () -> Backoff.of(Duration.ofSeconds(30)), warnings::add);
  }

  private String path() {
    return folder.resolve("table").toString();
  }

  private TestingLog log() {
    return new TestingLog(path());
  }
}
