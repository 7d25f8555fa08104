package dev.mssqlcdc.writer.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.lake.LakeException;
import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.writer.TestingLake;
import dev.mssqlcdc.writer.TestingRecord;
import dev.mssqlcdc.writer.TestingRegistry;
import dev.mssqlcdc.writer.TestingTable;
import dev.mssqlcdc.writer.delta.CommitRequest;
import dev.mssqlcdc.writer.delta.CommitterFactory;
import dev.mssqlcdc.writer.delta.KernelTable;
import dev.mssqlcdc.writer.delta.KernelTables;
import dev.mssqlcdc.writer.delta.TableReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What maintenance and later releases commit to bronze between two batches of the writer. */
class TestForeignCommits {

  private static final Topic TOPIC = new Topic("shop.dbo.t", "id-1", "w", "dbo.t");

  @TempDir Path folder;
  private final KernelTables tables = new KernelTables(Map.of(), CommitterFactory.standard());
  private TestingRegistry registry;
  private TestingTable table;
  private TestingLake lake;
  private TestingBronze bronze;

  @BeforeEach
  void aBatch() throws Exception {
    registry = new TestingRegistry();
    table = new TestingTable(TOPIC.name(), registry.url());
    lake = new TestingLake(folder);
    bronze = new TestingBronze(lake, registry.url(), TOPIC).open();
    bronze.write(insert(1));
  }

  @AfterEach
  void stop() {
    registry.close();
  }

  @Test
  void rowsThatAreDeletedInBetweenStayDeletedAndTheNextOnesAreWritten() throws Exception {
    KernelTable before = lake.bronze("dbo.t");
    CommitRequest deletion =
        new CommitRequest(
            List.of(),
            Map.of(),
            new TableReader(tables, before).files(),
            List.of(),
            Optional.empty(),
            List.of(),
            Map.of(),
            Set.of());
    tables.commit(before, deletion);

    bronze.write(insert(2));

    assertThat(lake.bronzeRows("dbo.t")).extracting(row -> row.get("id")).containsExactly(2);
    assertThat(bronze.open().position().offset()).hasValue(1);
  }

  @Test
  void aTableThatALaterReleaseTakesForItselfIsNotWrittenAnyMore() {
    KernelTable before = lake.bronze("dbo.t");
    assertThat(tables.change(before, List.of(), Map.of("mssqlcdc.min_version", "99"))).isPresent();

    assertThatThrownBy(() -> bronze.write(insert(2)))
        .isInstanceOf(LakeException.class)
        .hasMessageContaining("needs version 99 of kind BRONZE");
    assertThat(lake.bronzeRows("dbo.t")).hasSize(1);
  }

  private TestingRecord insert(int id) {
    return table.change(id, 1, Operation.INSERT, Map.of("id", id));
  }
}
