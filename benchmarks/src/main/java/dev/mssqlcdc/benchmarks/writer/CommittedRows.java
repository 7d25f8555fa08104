package dev.mssqlcdc.benchmarks.writer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Rows that a reader of a growing Delta table sees, by the statistics in its log. */
public final class CommittedRows {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path log;
  private long version;
  private long rows;

  /**
   * @param table folder of a table that is only appended to; it may not be there yet
   */
  public CommittedRows(Path table) {
    this.log = table.resolve("_delta_log");
  }

  /** Rows of all commits by now. */
  public long count() throws IOException {
    for (Path commit = next(); Files.exists(commit); commit = next()) {
      for (String line : Files.readAllLines(commit)) {
        rows += added(JSON.readTree(line));
      }
      version++;
    }
    return rows;
  }

  private Path next() {
    return log.resolve("%020d.json".formatted(version));
  }

  private static long added(JsonNode action) throws IOException {
    JsonNode stats = action.path("add").path("stats");
    return stats.isMissingNode() ? 0 : JSON.readTree(stats.asText()).path("numRecords").asLong();
  }
}
