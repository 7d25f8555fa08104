package dev.mssqlcdc.writer.decode;

import dev.mssqlcdc.writer.core.Entry;
import org.apache.avro.generic.GenericRecord;

/** A decoded record. */
public final class Decoded {

  private final Entry entry;
  private final ValueSchema schema;
  private final GenericRecord value;

  Decoded(Entry entry, ValueSchema schema, GenericRecord value) {
    this.entry = entry;
    this.schema = schema;
    this.value = value;
  }

  public Entry entry() {
    return entry;
  }

  ValueSchema schema() {
    return schema;
  }

  GenericRecord value() {
    return value;
  }
}
