package dev.mssqlcdc.writer.delta;

import dev.mssqlcdc.schemas.Fields;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;

/**
 * In which columns a dictionary does not pay. Parquet finds that out anew in each file, after it
 * has hashed a column's values and before it writes them once more: a third of all work on tables
 * with many distinct values. So what a large file showed holds for the next ones of its table.
 */
final class Dictionaries {

  private static final Set<String> UNIQUE = Set.of(Fields.KAFKA_OFFSET, Fields.SEQVAL);
  private static final long TELLING_ROWS = 50_000;
  private static final int FILES_UNTIL_ASKED_AGAIN = 100;

  private record Lesson(Set<String> useless, int files) {}

  private final Map<String, Lesson> lessons = new HashMap<>();

  /**
   * Whether to try a dictionary.
   *
   * @param directory of the table's files
   */
  boolean mayPay(String directory, TableColumn column) {
    Lesson lesson = lessons.get(directory);
    return !UNIQUE.contains(column.name())
        && (lesson == null || !lesson.useless().contains(column.physicalName()));
  }

  /** Learns from a file that was written. */
  void learn(String directory, ParquetMetadata footer) {
    Lesson before = lessons.get(directory);
    if (before != null && before.files() < FILES_UNTIL_ASKED_AGAIN) {
      lessons.put(directory, new Lesson(before.useless(), before.files() + 1));
    } else if (before != null) {
      lessons.remove(directory);
    } else if (rows(footer) >= TELLING_ROWS) {
      lessons.put(directory, new Lesson(useless(footer), 0));
    }
  }

  private static long rows(ParquetMetadata footer) {
    return footer.getBlocks().stream().mapToLong(BlockMetaData::getRowCount).sum();
  }

  /** Columns of which Parquet gave the dictionary up. */
  private static Set<String> useless(ParquetMetadata footer) {
    Set<String> useless = new HashSet<>();
    for (BlockMetaData block : footer.getBlocks()) {
      for (ColumnChunkMetaData chunk : block.getColumns()) {
        if (chunk.getEncodingStats().hasNonDictionaryEncodedPages()) {
          useless.add(chunk.getPath().toDotString());
        }
      }
    }
    return useless;
  }
}
