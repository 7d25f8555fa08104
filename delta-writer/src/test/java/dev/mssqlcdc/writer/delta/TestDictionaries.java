package dev.mssqlcdc.writer.delta;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.lake.Column;
import dev.mssqlcdc.lake.DeltaType;
import dev.mssqlcdc.lake.TableDefinition;
import dev.mssqlcdc.lake.TableKind;
import dev.mssqlcdc.schemas.Fields;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.parquet.column.EncodingStats;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which columns have a dictionary in the files as they lie on disk. */
class TestDictionaries {

  private static final List<Column> COLUMNS =
      List.of(
          new Column("customer", DeltaType.STRING, "many values"),
          new Column("state", DeltaType.STRING, "few values"),
          new Column(Fields.KAFKA_OFFSET, DeltaType.LONG, "one value per row"));

  @TempDir Path folder;
  private KernelTables tables;

  @BeforeEach
  void open() {
    tables = new KernelTables(Map.of(), CommitterFactory.standard());
  }

  @Test
  void aColumnWithManyValuesHasNoneFromTheSecondLargeFileOn() throws Exception {
    KernelTable table = table("many");

    write(table, 60_000);

    assertThat(withDictionary(write(table, 1_000))).containsExactly("state");
  }

  @Test
  void aSmallFileTellsNothing() throws Exception {
    KernelTable table = table("small");

    write(table, 100);

    assertThat(withDictionary(write(table, 1_000))).contains("customer", "state");
  }

  @Test
  void whatOneTableShowedDoesNotHoldForAnother() throws Exception {
    write(table("one"), 60_000);

    assertThat(withDictionary(write(table("other"), 1_000))).contains("customer");
  }

  private KernelTable table(String name) {
    return tables.create(
        folder.resolve(name).toString(),
        TableDefinition.of(TableKind.BRONZE, "a table", COLUMNS, Map.of()));
  }

  /** Customers repeat once, in the second half of the file. */
  private DataFile write(KernelTable table, int rows) {
    try (RowFile file = RowFile.create(tables, table.path(), table.columns(), Compression.ZSTD)) {
      for (int i = 0; i < rows; i++) {
        file.write(
            new Object[] {"customer number " + i % (rows / 2), i % 2 == 0 ? "new" : "paid", i});
      }
      return file.finish();
    }
  }

  private Set<String> withDictionary(DataFile file) throws IOException {
    Set<String> columns = new HashSet<>();
    try (ParquetFileReader reader =
        ParquetFileReader.open(
            HadoopInputFile.fromPath(
                new org.apache.hadoop.fs.Path(file.path()), tables.hadoop()))) {
      for (ColumnChunkMetaData chunk : reader.getFooter().getBlocks().get(0).getColumns()) {
        EncodingStats encodings = chunk.getEncodingStats();
        if (encodings.hasDictionaryPages() && encodings.hasDictionaryEncodedPages()) {
          columns.add(chunk.getPath().toDotString());
        }
      }
    }
    return columns;
  }
}
