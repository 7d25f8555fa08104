package dev.mssqlcdc.writer.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.lake.Column;
import dev.mssqlcdc.lake.DeltaType;
import dev.mssqlcdc.lake.TableDefinition;
import dev.mssqlcdc.lake.TableKind;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestKernelTables {

  private static final List<Column> EVERY_TYPE =
      List.of(
          new Column("b", DeltaType.BOOLEAN, "bit"),
          new Column("s", DeltaType.SHORT, "smallint"),
          new Column("i", DeltaType.INTEGER, "int"),
          new Column("l", DeltaType.LONG, "bigint"),
          new Column("f", DeltaType.FLOAT, "real"),
          new Column("d", DeltaType.DOUBLE, "float"),
          new Column("t", DeltaType.STRING, "nvarchar(max)"),
          new Column("x", DeltaType.BINARY, "varbinary(max)"),
          new Column("day", DeltaType.DATE, "date"),
          new Column("at", DeltaType.TIMESTAMP, "datetimeoffset(7)"),
          new Column("ntz", DeltaType.TIMESTAMP_NTZ, "datetime2(7)"),
          new Column("d9", DeltaType.decimal(9, 2), "decimal(9,2)"),
          new Column("d18", DeltaType.decimal(18, 4), "decimal(18,4)"),
          new Column("d38", DeltaType.decimal(38, 10), "decimal(38,10)"));

  private static final Object[] VALUES = {
    true,
    (short) -3,
    7,
    1L << 40,
    1.5f,
    -2.25,
    "it's \uD83D\uDE00",
    new byte[] {0, -1, -2},
    19_000,
    1_700_000_000_123_456L,
    1_600_000_000_654_321L,
    new BigDecimal("-1234567.89"),
    new BigDecimal("12345678901234.5678"),
    new BigDecimal("-1234567890123456789012345678.0123456789")
  };

  @TempDir Path folder;
  private KernelTables tables;

  @BeforeEach
  void open() {
    tables = new KernelTables(Map.of(), CommitterFactory.standard());
  }

  @Test
  void valuesOfEveryTypeComeBack() throws Exception {
    KernelTable table = tables.create(path("all"), definition(EVERY_TYPE, Map.of()));

    table =
        tables.commit(
            table,
            CommitRequest.append(
                List.of(file(table, VALUES, new Object[VALUES.length])), List.of()));

    List<Map<String, Object>> rows = new TableReader(tables, table).rows();
    assertThat(rows).hasSize(2);
    for (int i = 0; i < VALUES.length; i++) {
      assertThat(rows.get(0).get(EVERY_TYPE.get(i).name()))
          .as(EVERY_TYPE.get(i).name())
          .isEqualTo(VALUES[i]);
    }
    assertThat(rows.get(1).values()).containsOnlyNulls();
  }

  @Test
  void keepsCommentsPropertiesAndTheTablesComment() throws Exception {
    tables.create(path("c"), definition(EVERY_TYPE, Map.of("mssqlcdc.topic", "shop.dbo.c")));

    KernelTable table = tables.find(path("c")).orElseThrow();

    assertThat(table.properties()).containsEntry("mssqlcdc.topic", "shop.dbo.c");
    assertThat(table.columns()).extracting(TableColumn::comment).contains("nvarchar(max)");
    assertThat(log("c", 0)).contains("\"description\":\"a table\"");
  }

  @Test
  void oneCommitCarriesSeveralTransactionIdsAndANote() throws Exception {
    KernelTable table = tables.create(path("n"), definition(EVERY_TYPE, Map.of()));

    table =
        tables.commit(
            table,
            CommitRequest.append(List.of(), List.of(new Txn("a", 5), new Txn("b", 6)))
                .noting("{\"app_id\":\"a\"}"));
    table = tables.commit(table, CommitRequest.append(List.of(), List.of(new Txn("b", 9))));

    for (KernelTable seen : List.of(table, tables.reload(table))) {
      assertThat(tables.transactionVersion(seen, "a")).isEqualTo(OptionalLong.of(5));
      assertThat(tables.transactionVersion(seen, "b")).isEqualTo(OptionalLong.of(9));
      assertThat(tables.transactionVersion(seen, "c")).isEmpty();
    }
    assertThat(new CommitNotes(tables).newest(table, note -> true)).contains("{\"app_id\":\"a\"}");
    assertThat(new CommitNotes(tables).newest(table, note -> note.contains("other"))).isEmpty();
    assertThat(log("n", 1)).contains("\"isBlindAppend\":true");
  }

  @Test
  void aCommitAfterAnotherProcessIsAConflictAndLeavesNothing() throws Exception {
    KernelTable stale = tables.create(path("k"), definition(EVERY_TYPE, Map.of()));
    tables.commit(stale, CommitRequest.append(List.of(), List.of(new Txn("a", 1))));

    assertThatThrownBy(
            () -> tables.commit(stale, CommitRequest.append(List.of(), List.of(new Txn("a", 2)))))
        .isInstanceOf(CommitConflictException.class)
        .hasMessageContaining("changed after version 0");

    assertThat(tables.transactionVersion(tables.reload(stale), "a")).hasValue(1);
    try (Stream<Path> entries = Files.list(folder.resolve("k/_delta_log"))) {
      assertThat(entries.map(entry -> entry.getFileName().toString()))
          .containsExactlyInAnyOrder("00000000000000000000.json", "00000000000000000001.json");
    }
  }

  @Test
  void aChangeOfTheDefinitionAfterAnotherProcessIsAConflictToo() throws Exception {
    KernelTable stale = tables.create(path("ks"), definition(EVERY_TYPE, Map.of()));
    tables.commit(stale, CommitRequest.append(List.of(), List.of(new Txn("a", 1))));

    assertThatThrownBy(
            () ->
                tables.commit(
                    stale,
                    CommitRequest.append(List.of(), List.of(new Txn("a", 1)))
                        .changing(List.of(), Map.of("mssqlcdc.source", "s/d"), Set.of())))
        .isInstanceOf(CommitConflictException.class);

    assertThat(tables.reload(stale).version()).isEqualTo(1);
  }

  @Test
  void columnsAndPropertiesChangeWithTheRowsThatNeedThem() throws Exception {
    KernelTable table =
        tables.create(
            path("e"), definition(List.of(new Column("a", DeltaType.LONG, "bigint")), Map.of()));

    table = appendWithNewColumn(table, "b");

    assertThat(new TableReader(tables, tables.reload(table)).rows())
        .containsExactly(Map.of("a", 1L, "b", "two"));
    assertThat(tables.reload(table).properties()).containsEntry("mssqlcdc.source", "s/d");
    assertThat(table.columns()).extracting(TableColumn::comment).containsExactly("bigint", "new");
  }

  @Test
  void namesThatDeltaRefusesNeedColumnMappingAndGetPhysicalOnes() throws Exception {
    KernelTable table =
        tables.create(
            path("m"),
            definition(
                List.of(new Column("Unit Price", DeltaType.LONG, "money")),
                Map.of(ColumnMapping.MODE, ColumnMapping.BY_NAME)));

    table = appendWithNewColumn(table, "Note (1)");
    table = appendWithNewColumn(table, "c=d");

    assertThat(new TableReader(tables, tables.reload(table)).rows())
        .extracting(row -> row.get("Unit Price"))
        .containsExactly(1L, 1L);
    assertThat(new TableReader(tables, tables.reload(table)).rows())
        .extracting(row -> row.get("Note (1)"))
        .containsExactlyInAnyOrder("two", null);
    assertThat(tables.reload(table).properties()).containsEntry(ColumnMapping.MAX_ID, "3");
    assertThat(table.columns())
        .extracting(column -> column.fieldId().orElse(0))
        .doesNotHaveDuplicates();
  }

  @Test
  void aPartitionsFilesAreReplaced() throws Exception {
    List<Column> columns =
        List.of(
            new Column("layer", DeltaType.STRING, "p"), new Column("n", DeltaType.LONG, "count"));
    KernelTable table =
        tables.create(
            path("p"),
            new TableDefinition(TableKind.CONTROL, "c", columns, List.of("layer"), Map.of()));
    table = tables.commit(table, replace(table, "bronze", 1L));
    table = tables.commit(table, replace(table, "silver", 2L));
    table = tables.commit(table, replace(table, "bronze", 3L));

    assertThat(new TableReader(tables, tables.reload(table)).rows())
        .containsExactlyInAnyOrder(
            Map.of("layer", "bronze", "n", 3L), Map.of("layer", "silver", "n", 2L));
  }

  @Test
  void statisticsHaveShortTextsAndNoBinary() throws Exception {
    KernelTable table = tables.create(path("st"), definition(EVERY_TYPE, Map.of()));
    Object[] row = VALUES.clone();
    row[6] = "z".repeat(100);

    tables.commit(
        table, CommitRequest.append(List.of(file(table, row, new Object[14])), List.of()));

    assertThat(log("st", 1))
        .contains("\\\"t\\\":\\\"" + "z".repeat(32) + "\\\"")
        .contains("\\\"t\\\":\\\"" + "z".repeat(32) + "\uDBFF\uDFFF")
        .contains("\\\"x\\\":1")
        .contains("\\\"d38\\\":-1234567890123456789012345678.0123456789")
        .contains("\\\"numRecords\\\":2");
  }

  @Test
  void anUnfinishedFileIsDeleted() throws Exception {
    KernelTable table = tables.create(path("u"), definition(EVERY_TYPE, Map.of()));

    try (RowFile file = RowFile.create(tables, table.path(), table.columns(), Compression.ZSTD)) {
      file.write(VALUES);
    }

    try (Stream<Path> entries = Files.list(folder.resolve("u"))) {
      assertThat(entries.map(entry -> entry.getFileName().toString()))
          .containsExactly("_delta_log");
    }
  }

  @Test
  void checkpointsAreWrittenAndReadBack() throws Exception {
    KernelTable table = tables.create(path("cp"), definition(EVERY_TYPE, Map.of()));
    for (int i = 0; i < 12; i++) {
      table = tables.commit(table, CommitRequest.append(List.of(), List.of(new Txn("a", i))));
    }

    assertThat(folder.resolve("cp/_delta_log/00000000000000000010.checkpoint.parquet")).exists();
    assertThat(tables.transactionVersion(tables.reload(table), "a")).hasValue(11);
  }

  private KernelTable appendWithNewColumn(KernelTable table, String name) throws Exception {
    List<TableColumn> added = table.planned(List.of(new Column(name, DeltaType.STRING, "new")));
    List<TableColumn> all =
        Stream.concat(table.columns().stream(), added.stream()).collect(Collectors.toList());
    Object[] row = new Object[all.size()];
    Arrays.fill(row, null);
    row[0] = 1L;
    row[all.size() - 1] = "two";
    try (RowFile file = RowFile.create(tables, table.path(), all, Compression.SNAPPY)) {
      file.write(row);
      return tables.commit(
          table,
          CommitRequest.append(List.of(file.finish()), List.of())
              .changing(added, Map.of("mssqlcdc.source", "s/d"), Set.of()));
    }
  }

  private CommitRequest replace(KernelTable table, String layer, long count) {
    List<ScanFile> old =
        new TableReader(tables, table)
            .files().stream().filter(file -> layer.equals(file.partition().get("layer"))).toList();
    try (RowFile file =
        RowFile.create(tables, table.path(), table.columns().subList(1, 2), Compression.ZSTD)) {
      file.write(new Object[] {count});
      return CommitRequest.replace(file.finish(), Map.of("layer", layer), old);
    }
  }

  private DataFile file(KernelTable table, Object[]... rows) {
    try (RowFile file = RowFile.create(tables, table.path(), table.columns(), Compression.ZSTD)) {
      for (Object[] row : rows) {
        file.write(row);
      }
      return file.finish();
    }
  }

  private static TableDefinition definition(List<Column> columns, Map<String, String> properties) {
    return TableDefinition.of(TableKind.BRONZE, "a table", columns, properties);
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private String log(String name, int version) throws Exception {
    return Files.readString(
        folder.resolve(name).resolve("_delta_log/%020d.json".formatted(version)));
  }
}
