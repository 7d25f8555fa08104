package dev.mssqlcdc.connector;

import static dev.mssqlcdc.connector.TestingRecords.key;
import static dev.mssqlcdc.connector.TestingRecords.operation;
import static dev.mssqlcdc.connector.TestingRecords.value;

import dev.mssqlcdc.schemas.Fields;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;

/** The rows of a {@link RandomTable} as the records of its topic tell them, in any order. */
final class LatestRows {

  private static final Comparator<SourceRecord> BY_POSITION =
      Comparator.comparing(TestingRecords::lsn)
          .thenComparing(LatestRows::command)
          .thenComparing(LatestRows::seqval)
          .thenComparing(TestingRecords::operation);

  private LatestRows() {}

  /** The latest image of each key, as {@code rid=n}. */
  static List<String> of(List<SourceRecord> records) {
    Map<Object, SourceRecord> latest = new HashMap<>();
    records.stream()
        .filter(TestingRecords::isRow)
        .sorted(BY_POSITION)
        .forEach(row -> latest.put(identity(row), row));
    return latest.values().stream()
        .filter(row -> operation(row) != 1 && operation(row) != 3)
        .map(row -> value(row).getInt32("rid") + "=" + value(row).getInt32("n"))
        .toList();
  }

  /** The key, or the row's number where there is none. */
  private static Object identity(SourceRecord row) {
    Struct key = key(row);
    return key == null
        ? value(row).getInt32("rid")
        : key.schema().fields().stream().map(field -> text(key.get(field))).toList();
  }

  private static String text(Object keyValue) {
    return keyValue instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : keyValue.toString();
  }

  private static int command(SourceRecord row) {
    Integer command = value(row).getInt32(Fields.COMMAND_ID);
    return command == null ? -1 : command;
  }

  private static String seqval(SourceRecord row) {
    String seqval = value(row).getString(Fields.SEQVAL);
    return seqval == null ? "" : seqval;
  }
}
