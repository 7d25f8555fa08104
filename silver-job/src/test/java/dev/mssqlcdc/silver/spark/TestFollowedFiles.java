package dev.mssqlcdc.silver.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.actions.AddFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files that are followed are those that Delta knows. */
class TestFollowedFiles {

  private static final int COMMITS = 12;

  private final SparkSession spark = TestingSpark.session();
  private final SparkTables tables = new SparkTables(spark);
  private final FollowedFiles followed = new FollowedFiles();

  @TempDir private Path root;

  @BeforeEach
  void makeTable() {
    create();
  }

  @Test
  void eachVersionsFilesAreKnownWhoeverWroteIt() throws IOException {
    SparkTable first = table();
    for (int commit = 1; commit <= COMMITS; commit++) {
      insert(commit);
      if (commit % 2 == 0) {
        insert(commit);
        spark.sql("DELETE FROM %s WHERE n = %d".formatted(sql(), commit - 1));
      }
      if (commit % 3 == 0) {
        // as a writer does that writes no checksums
        forgetChecksums();
      }
      if (commit % 5 == 0) {
        assertThat(followed.at(first)).isEmpty();
      }
      assertThat(paths(followed.at(table()))).as("commit %d", commit).isEqualTo(known());
    }
    assertThat(known()).hasSize(COMMITS);
  }

  @Test
  void aTableThatWasMadeAnewIsAnotherOne() throws IOException {
    insert(1);
    assertThat(followed.at(table())).hasSize(1);
    remove();
    create();
    for (int commit = 2; commit <= 4; commit++) {
      insert(commit);
    }
    assertThat(paths(followed.at(table()))).isEqualTo(known()).hasSize(3);
  }

  private void remove() throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private void create() {
    spark.sql("CREATE TABLE %s (n INT) USING delta".formatted(sql()));
  }

  private void insert(int n) {
    spark.sql("INSERT INTO %s VALUES (%d)".formatted(sql(), n));
  }

  private void forgetChecksums() throws IOException {
    try (Stream<Path> files = Files.list(root.resolve("_delta_log"))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".crc")).toList()) {
        Files.delete(file);
      }
    }
  }

  private List<String> known() {
    return paths(table().snapshot().allFiles().collectAsList());
  }

  private static List<String> paths(List<AddFile> files) {
    return files.stream().map(AddFile::path).sorted().toList();
  }

  private SparkTable table() {
    return tables.find(root.toString()).orElseThrow();
  }

  private String sql() {
    return Sql.table(root.toString());
  }
}
