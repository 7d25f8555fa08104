package dev.mssqlcdc.writer.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import dev.mssqlcdc.lake.Column;
import dev.mssqlcdc.lake.Control;
import dev.mssqlcdc.lake.DeltaType;
import dev.mssqlcdc.lake.LakeException;
import dev.mssqlcdc.lake.TableDefinition;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.writer.TestingLake;
import dev.mssqlcdc.writer.core.Granularity;
import dev.mssqlcdc.writer.core.Verdict;
import dev.mssqlcdc.writer.delta.CommitRequest;
import dev.mssqlcdc.writer.delta.CommitterFactory;
import dev.mssqlcdc.writer.delta.Compression;
import dev.mssqlcdc.writer.delta.KernelTable;
import dev.mssqlcdc.writer.delta.KernelTables;
import dev.mssqlcdc.writer.delta.RowFile;
import dev.mssqlcdc.writer.delta.TableColumn;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestControlTable {

  @TempDir Path folder;
  private TestingLake lake;
  private KernelTables tables;

  @BeforeEach
  void open() {
    lake = new TestingLake(folder);
    tables = new KernelTables(Map.of(), CommitterFactory.standard());
  }

  @Test
  void rowsOfOtherLayersAndUnknownColumnsStay() throws Exception {
    List<Column> columns = new ArrayList<>(Control.columns());
    columns.add(new Column("later", DeltaType.STRING, "of a later release"));
    TableDefinition definition = TableDefinition.control();
    KernelTable table =
        tables.create(
            lake.lake().control(),
            new TableDefinition(
                definition.kind(),
                definition.comment(),
                columns,
                definition.partitionColumns(),
                definition.properties()));
    append(table, "bronze", Map.of(Control.TABLE_NAME, "dbo.a", "later", "kept"));
    append(tables.reload(table), "silver", Map.of(Control.TABLE_NAME, "dbo.a", "later", "too"));

    ControlTable control = control();
    control.advance(Map.of("dbo.a", verdict(5)), 9);
    control.advance(Map.of("dbo.b", verdict(7), "dbo.a", verdict(4)), 9);

    assertThat(lake.control())
        .extracting(
            row -> row.get(Control.LAYER),
            row -> row.get(Control.TABLE_NAME),
            row -> row.get(Control.END_LSN),
            row -> row.get("later"))
        .containsExactlyInAnyOrder(
            tuple("bronze", "dbo.a", new Lsn(0, 5).toString(), "kept"),
            tuple("bronze", "dbo.b", new Lsn(0, 7).toString(), null),
            tuple("silver", "dbo.a", null, "too"));
  }

  @Test
  void unknownColumnsOfEveryTypeKeepTheirValues() throws Exception {
    Map<String, Object> unknown = new HashMap<>();
    unknown.put("boolean", true);
    unknown.put("short", (short) -3);
    unknown.put("integer", 7);
    unknown.put("long", 1L << 40);
    unknown.put("float", 1.5f);
    unknown.put("double", -2.25);
    unknown.put("string", "it's");
    unknown.put("binary", new byte[] {0, -1});
    unknown.put("date", 19_000);
    unknown.put("timestamp", 1_700_000_000_123_456L);
    unknown.put("timestamp_ntz", 1_600_000_000_654_321L);
    unknown.put("decimal(38,2)", new BigDecimal("-1234567890123456789.01"));
    ControlTable control = control();
    KernelTable table = tables.find(lake.lake().control()).orElseThrow();
    List<Column> columns =
        unknown.keySet().stream()
            .map(type -> new Column(column(type), new DeltaType(type), "of a later release"))
            .toList();
    table = tables.change(table, columns, Map.of("mssqlcdc.schema_version", "99")).orElseThrow();
    Map<String, Object> row = new HashMap<>(Map.of(Control.TABLE_NAME, "dbo.a"));
    unknown.forEach((type, value) -> row.put(column(type), value));
    append(table, "bronze", row);

    control.advance(Map.of("dbo.a", verdict(5)), 9);

    assertThat(lake.control()).hasSize(1);
    assertThat(lake.control().get(0))
        .containsAllEntriesOf(row)
        .containsEntry(Control.END_LSN, new Lsn(0, 5).toString());
    assertThat(tables.find(table.path()).orElseThrow().properties())
        .containsEntry("mssqlcdc.schema_version", "99");
  }

  @Test
  void aTableThatANewerReleaseTakesForItselfIsNotWrittenAnyMore() {
    ControlTable control = control();
    KernelTable table = tables.find(lake.lake().control()).orElseThrow();
    assertThat(tables.change(table, List.of(), Map.of("mssqlcdc.min_version", "99"))).isPresent();

    assertThatThrownBy(() -> control.advance(Map.of("dbo.a", verdict(5)), 9))
        .isInstanceOf(LakeException.class)
        .hasMessageContaining("needs version 99 of kind CONTROL");
    assertThat(lake.control()).isEmpty();
  }

  @Test
  void whatAnotherProcessCommittedInBetweenIsKept() throws Exception {
    ControlTable first = control();
    ControlTable second = control();

    first.advance(Map.of("dbo.a", verdict(1)), 9);
    append(
        tables.find(lake.lake().control()).orElseThrow(),
        "silver",
        Map.of(Control.TABLE_NAME, "dbo.a"));
    second.advance(Map.of("dbo.b", verdict(2)), 9);
    first.advance(Map.of("dbo.c", verdict(3)), 9);

    assertThat(lake.control())
        .extracting(row -> row.get(Control.LAYER) + "/" + row.get(Control.TABLE_NAME))
        .containsExactlyInAnyOrder("bronze/dbo.a", "bronze/dbo.b", "bronze/dbo.c", "silver/dbo.a");
  }

  @Test
  void aVersionWhoseFilesAreCleanedUpIsReadAnew() throws Exception {
    control().advance(Map.of("dbo.a", verdict(1)), 9);
    ControlTable first = control();
    Path old;
    try (Stream<Path> files = Files.list(folder.resolve("meta/control/layer=bronze"))) {
      old = files.findFirst().orElseThrow();
    }
    control().advance(Map.of("dbo.b", verdict(2)), 9);
    Files.delete(old);

    assertThatThrownBy(() -> first.advance(Map.of("dbo.c", verdict(3)), 9))
        .isInstanceOf(LakeException.class)
        .hasMessageContaining("cannot read table");
    first.advance(Map.of("dbo.c", verdict(3)), 9);

    assertThat(lake.control())
        .extracting(row -> row.get(Control.TABLE_NAME))
        .containsExactlyInAnyOrder("dbo.a", "dbo.b", "dbo.c");
  }

  @Test
  void whatItWroteItselfIsNotReadAgain() throws Exception {
    ControlTable control = control();
    control.advance(Map.of("dbo.a", verdict(1)), 9);
    try (Stream<Path> files = Files.list(folder.resolve("meta/control/layer=bronze"))) {
      Files.delete(files.findFirst().orElseThrow());
    }

    control.advance(Map.of("dbo.b", verdict(2)), 9);

    assertThat(lake.control())
        .extracting(row -> row.get(Control.TABLE_NAME), row -> row.get(Control.END_LSN))
        .containsExactlyInAnyOrder(
            tuple("dbo.a", new Lsn(0, 1).toString()), tuple("dbo.b", new Lsn(0, 2).toString()));
  }

  @Test
  void aVerdictThatDoesNotMoveCostsNoCommit() {
    ControlTable control = control();
    control.advance(Map.of("dbo.a", verdict(5)), 9);
    long version = tables.find(lake.lake().control()).orElseThrow().version();

    control.advance(Map.of("dbo.a", verdict(5)), 9);

    assertThat(tables.find(lake.lake().control()).orElseThrow().version()).isEqualTo(version);
  }

  private void append(KernelTable table, String layer, Map<String, Object> row) throws Exception {
    List<TableColumn> columns =
        table.columns().stream().filter(column -> !column.name().equals(Control.LAYER)).toList();
    try (RowFile file =
        RowFile.create(tables, table.path() + "/layer=" + layer, columns, Compression.ZSTD)) {
      file.write(columns.stream().map(column -> row.get(column.name())).toArray());
      CommitRequest request =
          CommitRequest.replace(file.finish(), Map.of(Control.LAYER, layer), List.of());
      tables.commit(table, request);
    }
  }

  private static String column(String type) {
    return "later_" + type.replaceAll("\\W", "_");
  }

  private ControlTable control() {
    return new ControlTable(lake.lake(), tables, Compression.ZSTD, Granularity.MINUTE);
  }

  private static Verdict verdict(long lsn) {
    return new Verdict(new Lsn(0, lsn), OptionalLong.of(lsn * 60_000_000));
  }
}
