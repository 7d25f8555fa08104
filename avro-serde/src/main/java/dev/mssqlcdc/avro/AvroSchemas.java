package dev.mssqlcdc.avro;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.JsonProperties;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.errors.DataException;

/**
 * Connect schemas as Avro schemas, in the form that Confluent's converter gives them, so that a
 * subject may be written by either.
 */
final class AvroSchemas {

  static final String NAMESPACE = "io.confluent.connect.avro";
  static final String DEFAULT_NAME = NAMESPACE + ".ConnectDefault";
  static final String MAP_ENTRY = "MapEntry";
  static final String KEY = "key";
  static final String VALUE = "value";

  static final String CONNECT_NAME = "connect.name";
  static final String CONNECT_TYPE = "connect.type";
  static final String CONNECT_VERSION = "connect.version";
  static final String CONNECT_DOC = "connect.doc";
  static final String CONNECT_PARAMETERS = "connect.parameters";
  static final String CONNECT_DEFAULT = "connect.default";
  static final String CONNECT_INTERNAL_TYPE = "connect.internal.type";
  static final String INT8 = "int8";
  static final String INT16 = "int16";

  private static final String LOGICAL_TYPE = "logicalType";
  private static final String PRECISION = "connect.decimal.precision";
  private static final int DEFAULT_PRECISION = 64;
  private static final Map<String, String> LOGICAL_TYPES =
      Map.of(
          Decimal.LOGICAL_NAME, "decimal",
          Date.LOGICAL_NAME, "date",
          Time.LOGICAL_NAME, "time-millis",
          Timestamp.LOGICAL_NAME, "timestamp-millis");

  private AvroSchemas() {}

  /**
   * The Avro schema of a Connect schema.
   *
   * @throws DataException when it has a name that Avro does not allow
   */
  static Schema of(org.apache.kafka.connect.data.Schema schema) {
    try {
      return optional(schema, annotated(schema, base(schema)));
    } catch (org.apache.avro.AvroRuntimeException e) {
      throw new DataException("no Avro schema for Connect schema " + schema + ": " + e, e);
    }
  }

  private static Schema base(org.apache.kafka.connect.data.Schema schema) {
    return switch (schema.type()) {
      case INT8 -> typed(INT8);
      case INT16 -> typed(INT16);
      case INT32 -> Schema.create(Schema.Type.INT);
      case INT64 -> Schema.create(Schema.Type.LONG);
      case FLOAT32 -> Schema.create(Schema.Type.FLOAT);
      case FLOAT64 -> Schema.create(Schema.Type.DOUBLE);
      case BOOLEAN -> Schema.create(Schema.Type.BOOLEAN);
      case STRING -> Schema.create(Schema.Type.STRING);
      case BYTES -> Schema.create(Schema.Type.BYTES);
      case ARRAY -> Schema.createArray(of(schema.valueSchema()));
      case MAP -> map(schema);
      case STRUCT -> record(schema);
    };
  }

  private static Schema typed(String connectType) {
    Schema schema = Schema.create(Schema.Type.INT);
    schema.addProp(CONNECT_TYPE, connectType);
    return schema;
  }

  /** Avro's map has strings as keys only; any other map is an array of entries. */
  private static Schema map(org.apache.kafka.connect.data.Schema schema) {
    if (hasStringKeys(schema)) {
      return Schema.createMap(of(schema.valueSchema()));
    }
    Schema entry =
        SchemaBuilder.record(schema.name() == null ? MAP_ENTRY : schema.name())
            .namespace(schema.name() == null ? NAMESPACE : null)
            .fields()
            .name(KEY)
            .type(of(schema.keySchema()))
            .noDefault()
            .name(VALUE)
            .type(of(schema.valueSchema()))
            .noDefault()
            .endRecord();
    entry.addProp(CONNECT_INTERNAL_TYPE, MAP_ENTRY);
    return Schema.createArray(entry);
  }

  static boolean hasStringKeys(org.apache.kafka.connect.data.Schema map) {
    return map.keySchema().type() == org.apache.kafka.connect.data.Schema.Type.STRING
        && !map.keySchema().isOptional();
  }

  private static Schema record(org.apache.kafka.connect.data.Schema schema) {
    List<Schema.Field> fields = new ArrayList<>();
    for (Field field : schema.fields()) {
      fields.add(
          new Schema.Field(
              field.name(), of(field.schema()), field.schema().doc(), defaultOf(field.schema())));
    }
    String name = schema.name() == null ? DEFAULT_NAME : schema.name();
    return Schema.createRecord(name, schema.doc(), null, false, fields);
  }

  private static Object defaultOf(org.apache.kafka.connect.data.Schema schema) {
    if (schema.defaultValue() != null) {
      return AvroDefaults.of(schema, schema.defaultValue());
    }
    return schema.isOptional() ? JsonProperties.NULL_VALUE : null;
  }

  private static Schema annotated(org.apache.kafka.connect.data.Schema schema, Schema avro) {
    if (Decimal.LOGICAL_NAME.equals(schema.name())) {
      Map<String, String> parameters = schema.parameters();
      avro.addProp("scale", Integer.parseInt(parameters.get(Decimal.SCALE_FIELD)));
      avro.addProp(
          "precision",
          Integer.parseInt(
              parameters.getOrDefault(PRECISION, Integer.toString(DEFAULT_PRECISION))));
    }
    if (schema.doc() != null) {
      avro.addProp(CONNECT_DOC, schema.doc());
    }
    if (schema.version() != null) {
      avro.addProp(CONNECT_VERSION, schema.version());
    }
    if (schema.parameters() != null) {
      avro.addProp(CONNECT_PARAMETERS, schema.parameters());
    }
    if (schema.defaultValue() != null) {
      avro.addProp(CONNECT_DEFAULT, AvroDefaults.of(schema, schema.defaultValue()));
    }
    if (schema.name() != null) {
      avro.addProp(CONNECT_NAME, schema.name());
      if (LOGICAL_TYPES.containsKey(schema.name())) {
        avro.addProp(LOGICAL_TYPE, LOGICAL_TYPES.get(schema.name()));
      }
    }
    return avro;
  }

  /** A union's default must be of its first branch. */
  private static Schema optional(org.apache.kafka.connect.data.Schema schema, Schema avro) {
    if (!schema.isOptional()) {
      return avro;
    }
    Schema nothing = Schema.create(Schema.Type.NULL);
    return schema.defaultValue() == null
        ? Schema.createUnion(nothing, avro)
        : Schema.createUnion(avro, nothing);
  }
}
