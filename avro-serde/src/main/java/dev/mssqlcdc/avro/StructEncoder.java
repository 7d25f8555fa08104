package dev.mssqlcdc.avro;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.Encoder;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes structs as records, in the order of the record's fields. */
final class StructEncoder implements ValueEncoder {

  private static final Logger LOG = LoggerFactory.getLogger(StructEncoder.class);

  private final Schema schema;
  private final Field[] fields;
  private final ValueEncoder[] encoders;
  private final boolean defaultsForNulls;

  private StructEncoder(
      Schema schema, Field[] fields, ValueEncoder[] encoders, boolean defaultsForNulls) {
    this.schema = schema;
    this.fields = fields;
    this.encoders = encoders;
    this.defaultsForNulls = defaultsForNulls;
  }

  static StructEncoder of(ValueEncoders making, Schema schema, org.apache.avro.Schema avro) {
    checkAllHaveAPlace(schema, avro, making.lenient());
    List<Field> fields = new ArrayList<>();
    List<ValueEncoder> encoders = new ArrayList<>();
    for (org.apache.avro.Schema.Field each : avro.getFields()) {
      Field field = schema.field(each.name());
      fields.add(field);
      encoders.add(field == null ? defaultOf(each) : making.of(field.schema(), each.schema()));
    }
    return new StructEncoder(
        schema,
        fields.toArray(Field[]::new),
        encoders.toArray(ValueEncoder[]::new),
        making.defaultsForNulls());
  }

  private static void checkAllHaveAPlace(
      Schema schema, org.apache.avro.Schema avro, boolean lenient) {
    Set<String> missing =
        schema.fields().stream()
            .map(Field::name)
            .filter(name -> avro.getField(name) == null)
            .collect(Collectors.toSet());
    if (missing.isEmpty()) {
      return;
    }
    if (!lenient) {
      throw new DataException(
          "the Avro schema %s lacks fields %s of the records: register a version that has them, or"
                  .formatted(avro.getFullName(), missing)
              + " set latest.compatibility.strict=false to leave them out");
    }
    LOG.warn("The Avro schema {} lacks fields {}: they are left out", avro.getFullName(), missing);
  }

  /** A field that the records do not have is always its default. */
  private static ValueEncoder defaultOf(org.apache.avro.Schema.Field field) {
    if (!field.hasDefaultValue()) {
      throw new DataException(
          "the Avro schema requires field '%s', which the records do not have"
              .formatted(field.name()));
    }
    Object value = GenericData.get().getDefaultValue(field);
    var writer = new GenericDatumWriter<>(field.schema());
    return (nothing, out) -> writer.write(value, out);
  }

  @Override
  public void write(Object value, Encoder out) throws IOException {
    Struct struct = (Struct) value;
    if (struct.schema() != schema && !struct.schema().equals(schema)) {
      throw new DataException(
          "a struct of %s where one of %s is due".formatted(struct.schema(), schema));
    }
    for (int i = 0; i < fields.length; i++) {
      Field field = fields[i];
      try {
        encoders[i].write(field == null ? null : valueOf(struct, field), out);
      } catch (ClassCastException | DataException e) {
        throw new DataException("field '" + nameOf(field) + "': " + e.getMessage(), e);
      }
    }
  }

  private Object valueOf(Struct struct, Field field) {
    return defaultsForNulls ? struct.get(field) : struct.getWithoutDefault(field.name());
  }

  private static String nameOf(Field field) {
    return field == null ? "default" : field.name();
  }
}
