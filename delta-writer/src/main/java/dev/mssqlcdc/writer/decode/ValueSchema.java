package dev.mssqlcdc.writer.decode;

import dev.mssqlcdc.lake.Column;
import dev.mssqlcdc.lake.DeltaType;
import dev.mssqlcdc.schemas.Fields;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.avro.Schema;

/** A value schema of the connector, taken apart once. */
final class ValueSchema {

  private static final Map<String, Schema.Type> OURS =
      Map.of(
          Fields.CAPTURE_INSTANCE, Schema.Type.STRING,
          Fields.START_LSN, Schema.Type.STRING,
          Fields.COMMIT_TS, Schema.Type.LONG,
          Fields.OPERATION, Schema.Type.INT,
          Fields.COMMAND_ID, Schema.Type.INT,
          Fields.SEQVAL, Schema.Type.STRING,
          Fields.SNAPSHOT, Schema.Type.STRING,
          Fields.CHUNK, Schema.Type.INT,
          Fields.EVENT, Schema.Type.RECORD);

  private final Schema schema;
  private final List<CapturedField> captured = new ArrayList<>();
  private final List<Column> columns;

  /**
   * @throws SchemaRefusedException when the connector did not write it
   */
  ValueSchema(Schema schema) {
    if (schema.getType() != Schema.Type.RECORD) {
      throw new SchemaRefusedException(
          "the value is no record but a " + schema.getType().getName());
    }
    OURS.forEach((name, type) -> check(schema, name, type));
    for (Schema.Field field : schema.getFields()) {
      if (!OURS.containsKey(field.name())) {
        captured.add(FieldTypes.captured(field));
      }
    }
    this.schema = schema;
    this.columns = captured.stream().map(CapturedField::column).toList();
  }

  /** The captured columns; the same list every time, so that schemas are told apart quickly. */
  List<Column> columns() {
    return columns;
  }

  /**
   * A reader of its records' rows.
   *
   * @param place of a column in the table, by its name
   * @param types of the table's columns
   */
  RowReader reader(Function<String, Integer> place, List<DeltaType> types) {
    RowReader reader = new RowReader();
    int next = 0;
    for (Schema.Field field : schema.getFields()) {
      if (field.name().equals(Fields.EVENT)) {
        reader.event(field.schema());
      } else if (OURS.containsKey(field.name())) {
        reader.field(FieldTypes.ours(field), place.apply(field.name()));
      } else {
        CapturedField column = captured.get(next++);
        int at = place.apply(column.column().name());
        reader.field(column.into(types.get(at)), at);
      }
    }
    return reader;
  }

  private static void check(Schema schema, String name, Schema.Type type) {
    Schema.Field field = schema.getField(name);
    if (field == null) {
      throw new SchemaRefusedException(
          ("field %s is missing: the topic was not written by this product's connector, or a"
                  + " transformation took the field away")
              .formatted(name));
    }
    Schema.Type found = FieldTypes.value(field.schema()).getType();
    if (found != type) {
      throw new SchemaRefusedException(
          "field %s is a %s, not a %s: let no transformation change it"
              .formatted(name, found.getName(), type.getName()));
    }
  }
}
