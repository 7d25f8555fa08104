package dev.mssqlcdc.avro;

import java.util.Set;
import org.apache.avro.Schema;

/** Which Avro types can hold the values of which Connect types; numbers may become wider. */
final class Holding {

  static final Schema STRING = Schema.create(Schema.Type.STRING);

  private Holding() {}

  static Set<Schema.Type> of(org.apache.kafka.connect.data.Schema.Type type) {
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
