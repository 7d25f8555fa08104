package dev.mssqlcdc.avro;

import java.util.Set;
import org.apache.avro.Schema;
import org.apache.kafka.connect.data.Decimal;

/** Which Avro schemas can hold the values of which Connect schemas; numbers may become wider. */
final class Holding {

  static final Schema STRING = Schema.create(Schema.Type.STRING);

  private static final String NONE = "";

  private Holding() {}

  /** Whether a schema that is no union can, its fields and items left aside. */
  static boolean fits(org.apache.kafka.connect.data.Schema schema, Schema avro) {
    return types(schema.type()).contains(avro.getType()) && sameMeaning(schema, avro);
  }

  /** The bytes of a decimal are another number at another scale, and a day is no millisecond. */
  private static boolean sameMeaning(org.apache.kafka.connect.data.Schema schema, Schema avro) {
    String meaning =
        Confluent.LOGICAL_TYPES.getOrDefault(
            String.valueOf(avro.getProp(Confluent.LOGICAL_TYPE)), NONE);
    String expected =
        schema.name() != null && Confluent.LOGICAL_TYPES.containsValue(schema.name())
            ? schema.name()
            : NONE;
    return meaning.equals(expected)
        && (!meaning.equals(Decimal.LOGICAL_NAME)
            || scale(avro) == Integer.parseInt(schema.parameters().get(Decimal.SCALE_FIELD)));
  }

  /** Avro's is 0 where none is given. */
  static int scale(Schema decimal) {
    return decimal.getObjectProp(Confluent.SCALE) instanceof Number scale ? scale.intValue() : 0;
  }

  private static Set<Schema.Type> types(org.apache.kafka.connect.data.Schema.Type type) {
    return switch (type) {
      case INT8, INT16, INT32 ->
          Set.of(Schema.Type.INT, Schema.Type.LONG, Schema.Type.FLOAT, Schema.Type.DOUBLE);
      case INT64 -> Set.of(Schema.Type.LONG, Schema.Type.FLOAT, Schema.Type.DOUBLE);
      case FLOAT32 -> Set.of(Schema.Type.FLOAT, Schema.Type.DOUBLE);
      case FLOAT64 -> Set.of(Schema.Type.DOUBLE);
      case BOOLEAN -> Set.of(Schema.Type.BOOLEAN);
      case STRING -> Set.of(Schema.Type.STRING, Schema.Type.ENUM);
      case BYTES -> Set.of(Schema.Type.BYTES, Schema.Type.FIXED);
      case ARRAY -> Set.of(Schema.Type.ARRAY);
      case MAP -> Set.of(Schema.Type.MAP, Schema.Type.ARRAY);
      case STRUCT -> Set.of(Schema.Type.RECORD);
    };
  }
}
