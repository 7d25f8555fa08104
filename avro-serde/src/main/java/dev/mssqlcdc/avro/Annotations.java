package dev.mssqlcdc.avro;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.avro.Schema;

/** What Connect says of a type beyond what Avro's types do, as properties of the Avro schema. */
final class Annotations {

  private Annotations() {}

  static Map<String, String> parameters(org.apache.kafka.connect.data.Schema schema) {
    return schema.parameters() == null ? Map.of() : schema.parameters();
  }

  /** Adds them in the order that Confluent's converter does: some registries compare texts. */
  static Schema add(org.apache.kafka.connect.data.Schema schema, Schema avro, Mapping mapping) {
    if (mapping.metadata()) {
      addMetadata(schema, avro);
    }
    Confluent.LOGICAL_TYPES.forEach(
        (logicalType, name) -> {
          if (name.equals(schema.name())) {
            avro.addProp(Confluent.LOGICAL_TYPE, logicalType);
          }
        });
    parameters(schema)
        .forEach(
            (name, value) -> {
              if (name.startsWith(Confluent.AVRO_PROPERTY)) {
                avro.addProp(name, value);
              }
            });
    return avro;
  }

  private static void addMetadata(org.apache.kafka.connect.data.Schema schema, Schema avro) {
    if (schema.doc() != null) {
      avro.addProp(Confluent.DOC, schema.doc());
    }
    if (schema.version() != null) {
      avro.addProp(Confluent.VERSION, schema.version());
    }
    Map<String, String> parameters = new LinkedHashMap<>(parameters(schema));
    boolean fromField = parameters.remove(Confluent.FIELD_DEFAULT) != null;
    if (!parameters.isEmpty()) {
      avro.addProp(Confluent.PARAMETERS, parameters);
    }
    if (schema.defaultValue() != null && !fromField) {
      avro.addProp(Confluent.DEFAULT, AvroDefaults.of(schema, schema.defaultValue()));
    }
    if (schema.name() != null) {
      avro.addProp(Confluent.NAME, schema.name());
    }
    switch (schema.type()) {
      case INT8 -> avro.addProp(Confluent.TYPE, Confluent.INT8);
      case INT16 -> avro.addProp(Confluent.TYPE, Confluent.INT16);
      default -> {}
    }
  }
}
