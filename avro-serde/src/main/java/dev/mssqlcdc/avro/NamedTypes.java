package dev.mssqlcdc.avro;

import java.util.HashMap;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.kafka.connect.errors.DataException;

/**
 * Checks that no name stands for two types: Avro would write the second as a reference to the
 * first, and readers would take its bytes for another type's.
 */
final class NamedTypes {

  private final Map<String, Schema> known = new HashMap<>();

  private NamedTypes() {}

  /**
   * Looks through a schema that does not contain itself.
   *
   * @throws DataException naming what is defined twice
   */
  static void check(Schema schema) {
    new NamedTypes().visit(schema);
  }

  private void visit(Schema schema) {
    switch (schema.getType()) {
      case RECORD -> {
        if (isNew(schema)) {
          schema.getFields().forEach(field -> visit(field.schema()));
        }
      }
      case ENUM, FIXED -> isNew(schema);
      case ARRAY -> visit(schema.getElementType());
      case MAP -> visit(schema.getValueType());
      case UNION -> schema.getTypes().forEach(this::visit);
      default -> {}
    }
  }

  private boolean isNew(Schema schema) {
    Schema before = known.putIfAbsent(schema.getFullName(), schema);
    if (before != null && !before.equals(schema)) {
      throw new DataException(
          "two types are named %s, %s and %s: give what they are made of names of its own"
              .formatted(schema.getFullName(), before, schema));
    }
    return before == null;
  }
}
