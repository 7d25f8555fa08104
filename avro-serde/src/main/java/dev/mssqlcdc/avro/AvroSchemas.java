package dev.mssqlcdc.avro;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.AvroTypeException;
import org.apache.avro.Schema;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.errors.DataException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connect schemas as Avro schemas, in the form that Confluent's converter gives them, so that a
 * subject may be written by either. One object makes one Avro schema.
 */
final class AvroSchemas {

  private static final Logger LOG = LoggerFactory.getLogger(AvroSchemas.class);

  private final Mapping mapping;
  private final RecordNames names = new RecordNames();
  private final Set<org.apache.kafka.connect.data.Schema> open =
      Collections.newSetFromMap(new IdentityHashMap<>());

  private AvroSchemas(Mapping mapping) {
    this.mapping = mapping;
  }

  /**
   * The Avro schema of a Connect schema.
   *
   * @throws DataException when it has a name that Avro does not allow, gives one name to two
   *     different structs, or contains itself
   */
  static Schema of(org.apache.kafka.connect.data.Schema schema, Mapping mapping) {
    try {
      Schema avro = new AvroSchemas(mapping).of(schema);
      NamedTypes.check(avro);
      return avro;
    } catch (AvroRuntimeException | NumberFormatException e) {
      throw new DataException(
          "no Avro schema for Connect schema %s: %s".formatted(schema, e.getMessage()), e);
    }
  }

  private Schema of(org.apache.kafka.connect.data.Schema schema) {
    Schema required =
        switch (schema.type()) {
          case STRUCT -> record(schema);
          default -> Annotations.add(schema, base(schema), mapping);
        };
    return optional(schema, required);
  }

  private Schema base(org.apache.kafka.connect.data.Schema schema) {
    return switch (schema.type()) {
      case INT8, INT16, INT32 -> Schema.create(Schema.Type.INT);
      case INT64 -> Schema.create(Schema.Type.LONG);
      case FLOAT32 -> Schema.create(Schema.Type.FLOAT);
      case FLOAT64 -> Schema.create(Schema.Type.DOUBLE);
      case BOOLEAN -> Schema.create(Schema.Type.BOOLEAN);
      case STRING ->
          mapping.enums() && AvroEnums.was(schema)
              ? AvroEnums.of(schema)
              : Schema.create(Schema.Type.STRING);
      case BYTES -> bytes(schema);
      case ARRAY -> Schema.createArray(of(schema.valueSchema()));
      case MAP -> map(schema);
      case STRUCT -> throw new IllegalArgumentException("a struct is a record");
    };
  }

  private static Schema bytes(org.apache.kafka.connect.data.Schema schema) {
    Map<String, String> parameters = Annotations.parameters(schema);
    String size = parameters.get(Confluent.FIXED_SIZE);
    Schema avro =
        size == null || schema.name() == null
            ? Schema.create(Schema.Type.BYTES)
            : Schema.createFixed(schema.name(), null, null, Integer.parseInt(size));
    if (Decimal.LOGICAL_NAME.equals(schema.name())) {
      String precision = parameters.get(Confluent.DECIMAL_PRECISION);
      avro.addProp(Confluent.SCALE, Integer.parseInt(parameters.get(Decimal.SCALE_FIELD)));
      avro.addProp(
          Confluent.PRECISION,
          precision == null ? Confluent.DEFAULT_PRECISION : Integer.parseInt(precision));
    }
    return avro;
  }

  /** Avro's map has strings as keys only; any other map is an array of entries. */
  private Schema map(org.apache.kafka.connect.data.Schema schema) {
    if (hasStringKeys(schema)) {
      return Schema.createMap(of(schema.valueSchema()));
    }
    Schema entry;
    if (schema.name() == null) {
      entry = Schema.createRecord(Confluent.MAP_ENTRY, null, Confluent.NAMESPACE, false);
    } else {
      entry = Schema.createRecord(schema.name(), null, null, false);
      entry.addProp(Confluent.INTERNAL_TYPE, Confluent.MAP_ENTRY);
    }
    entry.setFields(
        List.of(
            field(Confluent.KEY, schema.keySchema(), null),
            field(Confluent.VALUE, schema.valueSchema(), null)));
    return Schema.createArray(entry);
  }

  static boolean hasStringKeys(org.apache.kafka.connect.data.Schema map) {
    return map.keySchema().type() == org.apache.kafka.connect.data.Schema.Type.STRING
        && !map.keySchema().isOptional();
  }

  private Schema record(org.apache.kafka.connect.data.Schema schema) {
    if (!open.add(schema)) {
      throw new DataException("struct " + schema.name() + " contains itself");
    }
    Schema avro = names.known(schema).orElseGet(() -> newRecord(schema));
    open.remove(schema);
    return avro;
  }

  private Schema newRecord(org.apache.kafka.connect.data.Schema schema) {
    Map<String, String> parameters = Annotations.parameters(schema);
    Schema avro =
        Schema.createRecord(
            names.nameFor(schema), parameters.get(Confluent.RECORD_DOC), null, false);
    List<Schema.Field> fields = new ArrayList<>();
    for (Field each : schema.fields()) {
      String doc = parameters.get(Confluent.FIELD_DOC + each.name());
      fields.add(field(each.name(), each.schema(), doc));
    }
    avro.setFields(fields);
    Annotations.add(schema, avro, mapping);
    names.put(schema, avro);
    return avro;
  }

  private Schema.Field field(String name, org.apache.kafka.connect.data.Schema schema, String doc) {
    Schema avro = of(schema);
    Object value = AvroDefaults.ofField(schema, avro);
    try {
      return new Schema.Field(name, avro, doc, value);
    } catch (AvroTypeException e) {
      LOG.warn("Avro has no form for the default of field '{}': the field has none there", name, e);
      return new Schema.Field(name, avro, doc);
    }
  }

  /** A union's default must be of its first branch; a struct is never there, as in Confluent's. */
  private static Schema optional(org.apache.kafka.connect.data.Schema schema, Schema avro) {
    if (!schema.isOptional()) {
      return avro;
    }
    Schema nothing = Schema.create(Schema.Type.NULL);
    boolean defaultFirst = schema.defaultValue() != null && avro.getType() != Schema.Type.RECORD;
    return defaultFirst ? Schema.createUnion(avro, nothing) : Schema.createUnion(nothing, avro);
  }
}
