package dev.mssqlcdc.writer.delta;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.lake.Column;
import dev.mssqlcdc.lake.DeltaType;
import dev.mssqlcdc.lake.TableDefinition;
import dev.mssqlcdc.lake.TableKind;
import dev.mssqlcdc.writer.core.Widening;
import io.delta.kernel.internal.types.TypeWideningChecker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestTypeWidening {

  @TempDir Path folder;

  @Test
  void everyTargetIsAChangeThatDeltaKnows() {
    List<DeltaType> types = everyType();
    int targets = 0;
    for (DeltaType column : types) {
      for (DeltaType value : types) {
        if (!Widening.holds(column, value) && Widening.target(column, value).isPresent()) {
          targets++;
          DeltaType target = Widening.target(column, value).get();
          assertThat(
                  TypeWideningChecker.isWideningSupported(
                      KernelSchemas.dataType(column), KernelSchemas.dataType(target)))
              .as("%s to %s", column, target)
              .isTrue();
        }
      }
    }
    assertThat(targets).isGreaterThan(1_000);
  }

  @Test
  void aColumnIsWidenedWithTheRowsThatNeedItAndItsHistoryIsKept() throws Exception {
    KernelTables tables = new KernelTables(Map.of(), CommitterFactory.standard());
    String path = folder.resolve("w").toString();
    KernelTable table =
        tables.create(
            path,
            TableDefinition.of(
                TableKind.BRONZE,
                "a table",
                List.of(column("a b", DeltaType.SHORT), column("c", DeltaType.STRING)),
                Map.of(
                    KernelTable.TYPE_WIDENING, "true", ColumnMapping.MODE, ColumnMapping.BY_NAME)));
    assertThat(table.hasTypeWidening()).isTrue();
    assertThat(log(0)).contains("\"typeWidening\"");

    table = append(tables, table, List.of(), (short) 1, "x");
    table = append(tables, table, List.of(column("a b", DeltaType.INTEGER)), 70_000, "y");
    table = append(tables, table, List.of(column("a b", DeltaType.LONG)), 1L << 40, "z");

    assertThat(log(3))
        .contains(
            "\\\"delta.typeChanges\\\":["
                + "{\\\"toType\\\":\\\"integer\\\",\\\"fromType\\\":\\\"short\\\"},"
                + "{\\\"toType\\\":\\\"long\\\",\\\"fromType\\\":\\\"integer\\\"}]");
    KernelTable found = tables.find(path).orElseThrow();
    assertThat(found.columns()).isEqualTo(table.columns());
    assertThat(found.properties()).containsEntry(ColumnMapping.MAX_ID, "2");
    assertThat(new TableReader(tables, found).rows())
        .extracting(row -> ((Number) row.get("a b")).longValue())
        .containsExactlyInAnyOrder(1L, 70_000L, 1L << 40);
  }

  private static KernelTable append(
      KernelTables tables, KernelTable table, List<Column> changed, Object... row)
      throws CommitConflictException {
    List<TableColumn> planned = table.planned(changed);
    try (RowFile file =
        RowFile.create(tables, table.path(), table.columnsWith(planned), Compression.ZSTD)) {
      file.write(row);
      return tables.commit(
          table,
          CommitRequest.append(List.of(file.finish()), List.of())
              .changing(planned, Map.of(), Set.of()));
    }
  }

  private static List<DeltaType> everyType() {
    List<DeltaType> types =
        new ArrayList<>(
            List.of(
                DeltaType.BOOLEAN,
                DeltaType.SHORT,
                DeltaType.INTEGER,
                DeltaType.LONG,
                DeltaType.FLOAT,
                DeltaType.DOUBLE,
                DeltaType.STRING,
                DeltaType.BINARY,
                DeltaType.DATE,
                DeltaType.TIMESTAMP,
                DeltaType.TIMESTAMP_NTZ));
    for (int precision = 1; precision <= 38; precision++) {
      for (int scale = 0; scale <= precision; scale += 3) {
        types.add(DeltaType.decimal(precision, scale));
      }
    }
    return types;
  }

  private static Column column(String name, DeltaType type) {
    return new Column(name, type, "c");
  }

  private String log(int version) throws Exception {
    return Files.readString(
        folder.resolve("w").resolve("_delta_log/%020d.json".formatted(version)));
  }
}
