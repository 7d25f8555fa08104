package dev.mssqlcdc.silver;

import static dev.mssqlcdc.silver.spark.TestingLake.column;
import static dev.mssqlcdc.silver.spark.TestingRow.change;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.input_file_name;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.silver.run.Action;
import dev.mssqlcdc.silver.spark.TestingLake;
import dev.mssqlcdc.silver.spark.TestingRow;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run leaves out the files whose keys lie apart from those of the changes. */
class TestSkippedFiles {

  private static final Instant NOW = Instant.parse("2026-02-01T12:00:00Z");
  private static final int FILES = 2;

  /** By the type of the key: two values for each of silver's files. */
  private static final Map<String, List<Object>> KEYS =
      Map.of(
          "integer", List.of(1, 2, 1_000, 1_001),
          "string", List.of("a", "b", "y", "z"));

  @TempDir private Path root;

  @Test
  void filesApartFromTheChangesAreNeitherReadNorRewritten() throws IOException {
    TestingLake lake = new TestingLake(root);
    KEYS.keySet()
        .forEach(type -> lake.bronze(type, List.of(column("k", type), column("v", "string")), "k"));
    for (int file = 0; file < FILES; file++) {
      for (String type : KEYS.keySet()) {
        lake.append(type, inserts(10L * file, KEYS.get(type).subList(2 * file, 2 * file + 2)));
      }
      apply(lake, 10L * file + 9);
    }
    Map<Path, Path> hidden = hideTheFirstFiles(lake);
    assertThat(hidden).hasSize(KEYS.size());
    KEYS.forEach(
        (type, keys) ->
            lake.append(
                type,
                change(30, Operation.UPDATE_BEFORE, keys.get(2), "old"),
                change(30, Operation.UPDATE_AFTER, keys.get(2), "new"),
                change(31, Operation.DELETE, keys.get(3), "old")));
    apply(lake, 39);
    for (Map.Entry<Path, Path> each : hidden.entrySet()) {
      Files.move(each.getValue(), each.getKey());
    }
    KEYS.forEach(
        (type, keys) -> {
          assertThat(lake.silver(type).where("v = 'old'").count()).as(type).isEqualTo(2);
          assertThat(lake.silver(type).where("v = 'new'").count()).as(type).isEqualTo(1);
        });
  }

  private static List<TestingRow> inserts(long lsn, List<Object> keys) {
    List<TestingRow> rows = new ArrayList<>();
    keys.forEach(key -> rows.add(change(lsn + 1 + rows.size(), Operation.INSERT, key, "old")));
    return rows;
  }

  private static void apply(TestingLake lake, long lsn) {
    lake.verdict(lsn, KEYS.keySet().toArray(String[]::new));
    assertThat(TestingJobs.at(NOW, lake).apply(ApplyOptions.all()))
        .hasSameSizeAs(KEYS.keySet())
        .allSatisfy(result -> assertThat(result.action()).isEqualTo(Action.APPLIED));
  }

  /** Moves them to where no read finds them. */
  private Map<Path, Path> hideTheFirstFiles(TestingLake lake) throws IOException {
    Map<Path, Path> hidden = new TreeMap<>();
    for (Map.Entry<String, List<Object>> table : KEYS.entrySet()) {
      Dataset<Row> files =
          lake.silver(table.getKey())
              .where(col("k").isin(table.getValue().subList(0, 2).toArray()))
              .select(input_file_name())
              .distinct();
      for (Row file : files.collectAsList()) {
        Path path = Path.of(URI.create(file.getString(0)));
        hidden.put(path, Files.move(path, root.resolve("hidden-" + hidden.size())));
      }
    }
    return hidden;
  }
}
