package dev.mssqlcdc.benchmarks.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestCommittedRows {

  private static final String ADD =
      "{\"add\":{\"path\":\"a.parquet\",\"stats\":\"{\\\"numRecords\\\":%d}\"}}";

  @TempDir private Path table;
  private CommittedRows rows;

  @BeforeEach
  void watch() {
    rows = new CommittedRows(table);
  }

  private void commit(int version, String... actions) throws IOException {
    Path log = Files.createDirectories(table.resolve("_delta_log"));
    Files.write(log.resolve("%020d.json".formatted(version)), List.of(actions));
  }

  @Test
  void aTableThatIsNotThereYetHasNone() throws IOException {
    assertThat(rows.count()).isZero();
  }

  @Test
  void filesOfEveryCommitCountOnceEach() throws IOException {
    commit(0, "{\"commitInfo\":{}}", "{\"protocol\":{}}");
    commit(1, ADD.formatted(20), ADD.formatted(3));
    assertThat(rows.count()).isEqualTo(23);
    commit(2, "{\"txn\":{\"appId\":\"x\"}}", ADD.formatted(100));
    assertThat(rows.count()).isEqualTo(123);
    assertThat(rows.count()).isEqualTo(123);
  }

  @Test
  void aCommitBehindAMissingOneCannotBeReadYet() throws IOException {
    commit(0, ADD.formatted(1));
    commit(2, ADD.formatted(2));
    assertThat(rows.count()).isEqualTo(1);
  }
}
