package dev.mssqlcdc.benchmarks.poll;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestFileOffsets {

  private static final Map<String, String> TABLE = Map.of("table", "t1");

  @TempDir Path folder;

  private static SourceRecord record(Map<String, ?> partition, Map<String, ?> offset) {
    return new SourceRecord(partition, offset, "topic", null, null);
  }

  @Test
  void eachPartitionsLastOffsetComesBackAsAWorkerGivesIt() throws IOException {
    Path file = folder.resolve("offsets.json");
    FileOffsets.write(
        file,
        List.of(
            record(TABLE, Map.of("lsn", "0x01", "rows", 1)),
            record(Map.of("table", "t2"), Map.of("lsn", "0x07")),
            record(TABLE, Map.of("lsn", "0x02", "rows", 2))));
    FileOffsets stored = FileOffsets.read(file);
    assertThat(stored.offset(TABLE)).isEqualTo(Map.of("lsn", "0x02", "rows", 2L));
    assertThat(stored.offsets(List.of(Map.of("table", "t2"))))
        .isEqualTo(Map.of(Map.of("table", "t2"), Map.of("lsn", "0x07")));
  }

  @Test
  void withoutAFileNothingIsStored() throws IOException {
    assertThat(FileOffsets.read(folder.resolve("none")).offset(TABLE)).isNull();
  }
}
