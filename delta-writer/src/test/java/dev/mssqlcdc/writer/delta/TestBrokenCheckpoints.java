package dev.mssqlcdc.writer.delta;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.lake.Facts;
import dev.mssqlcdc.lake.TableDefinition;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a process or a machine that died may leave beside the log's entries. */
class TestBrokenCheckpoints {

  private static final int COMMITS = 13;

  @TempDir Path folder;
  private Path log;
  private KernelTables tables;
  private KernelTable table;

  @BeforeEach
  void commit() throws Exception {
    log = folder.resolve("_delta_log");
    tables = tables();
    table = tables.create(folder.toString(), TableDefinition.facts());
    for (long i = 1; i <= COMMITS; i++) {
      table = append(tables, table, i);
    }
    assertThat(log.resolve("_last_checkpoint")).exists();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{\"version\":1",
        "{\"size\":3}",
        "not JSON",
        "{\"version\":7,\"size\":9}",
        "{\"version\":900,\"size\":9}"
      })
  void aPointerThatCannotBeUsedIsPassedOver(String pointer) throws Exception {
    Files.writeString(log.resolve("_last_checkpoint"), pointer);

    expectThatItGoesOn();
  }

  @Test
  void aPointerThatIsMissingIsPassedOver() throws Exception {
    Files.delete(log.resolve("_last_checkpoint"));

    expectThatItGoesOn();
  }

  @Test
  void draftsOfADeadProcessAreNoEntries() throws Exception {
    Files.writeString(log.resolve(".draft-1"), "{\"txn\":{");
    Files.createFile(log.resolve(".00000000000000000020.checkpoint.parquet.tmp"));

    expectThatItGoesOn();
  }

  @Test
  void aCheckpointWithoutContentIsPassedOver() throws Exception {
    Files.write(log.resolve("%020d.checkpoint.parquet".formatted(10)), new byte[0]);

    expectThatItGoesOn();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{\"txnId\":", "{}"})
  void aChecksumThatCannotBeUsedIsPassedOver(String content) throws Exception {
    Path checksum = log.resolve("%020d.crc".formatted(10));
    assertThat(checksum).exists();
    Files.writeString(checksum, content);

    expectThatItGoesOn();
  }

  @Test
  void aCommitAfterACheckpointReadsNoEntryOfTheLog() throws Exception {
    for (int version = 0; version <= COMMITS; version++) {
      Files.deleteIfExists(log.resolve("%020d.json".formatted(version)));
    }

    assertThat(append(tables, table, COMMITS + 1).version()).isEqualTo(COMMITS + 1);
  }

  private void expectThatItGoesOn() throws Exception {
    tables = tables();
    table = tables.find(folder.toString()).orElseThrow();
    assertThat(table.version()).isEqualTo(COMMITS);
    assertThat(tables.transactionVersion(table, "w")).isEqualTo(OptionalLong.of(COMMITS));
    assertThat(new TableReader(tables, append(tables, table, COMMITS + 1)).rows())
        .hasSize(COMMITS + 1);
  }

  private static KernelTable append(KernelTables tables, KernelTable table, long number)
      throws Exception {
    try (RowFile file = RowFile.create(tables, table.path(), table.columns(), Compression.ZSTD)) {
      file.write(
          table.columns().stream()
              .map(column -> column.name().equals(Facts.BATCH_ID) ? number : null)
              .toArray());
      return tables.commit(
          table, CommitRequest.append(List.of(file.finish()), List.of(new Txn("w", number))));
    }
  }

  private static KernelTables tables() {
    return new KernelTables(Map.of(), CommitterFactory.standard());
  }
}
