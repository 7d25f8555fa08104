package dev.mssqlcdc.writer.tables;

import dev.mssqlcdc.writer.core.RawRecord;
import java.util.List;

/** Goes through records and knows, when a step fails, how many were dealt with. */
final class RecordCursor {

  private final List<RawRecord> records;
  private int taken;

  RecordCursor(List<RawRecord> records) {
    this.records = records;
  }

  boolean hasNext() {
    return taken < records.size();
  }

  RawRecord peek() {
    return records.get(taken);
  }

  void take() {
    taken++;
  }

  int taken() {
    return taken;
  }

  void rewind() {
    taken = 0;
  }

  RawRecord first() {
    return records.get(0);
  }

  RawRecord last() {
    return records.get(records.size() - 1);
  }

  int size() {
    return records.size();
  }
}
