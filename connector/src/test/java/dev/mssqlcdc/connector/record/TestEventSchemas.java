package dev.mssqlcdc.connector.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.EventFields;
import java.util.List;
import org.apache.avro.Schema.Field;
import org.apache.kafka.connect.data.Schema;
import org.junit.jupiter.api.Test;

/** The Connect schemas are written by hand, because Avro must not reach the connector's classes. */
class TestEventSchemas {

  @Test
  void eventHasTheContractsFieldsAndTypes() {
    assertEqual(EventSchemas.EVENT, EventFields.eventSchema());
  }

  @Test
  void metricsHaveTheContractsFieldsAndTypes() {
    assertEqual(EventSchemas.METRICS, EventFields.metricsSchema());
  }

  private static void assertEqual(Schema connect, org.apache.avro.Schema avro) {
    assertThat(connect.name()).isEqualTo(avro.getFullName());
    List<String> ours =
        connect.fields().stream()
            .map(f -> f.name() + " " + connectType(f.schema()) + " " + f.schema().isOptional())
            .toList();
    List<String> theirs =
        avro.getFields().stream()
            .map(f -> f.name() + " " + avroType(f) + " " + f.schema().isNullable())
            .toList();
    assertThat(ours).isEqualTo(theirs);
  }

  private static String connectType(Schema schema) {
    return switch (schema.type()) {
      case STRING -> "string";
      case INT64 -> "long";
      case FLOAT64 -> "double";
      case STRUCT -> "record";
      default -> throw new AssertionError("unexpected type " + schema.type());
    };
  }

  private static String avroType(Field field) {
    var schema = field.schema();
    var type = schema.isNullable() ? schema.getTypes().get(1) : schema;
    return type.getType().getName();
  }
}
