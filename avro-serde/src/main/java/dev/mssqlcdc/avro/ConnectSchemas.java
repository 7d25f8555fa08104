package dev.mssqlcdc.avro;

import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.errors.DataException;

/** Avro schemas as Connect schemas: the way back of {@link AvroSchemas}. */
final class ConnectSchemas {

  private static final Map<String, String> LOGICAL_NAMES =
      Map.of(
          "decimal", Decimal.LOGICAL_NAME,
          "date", Date.LOGICAL_NAME,
          "time-millis", Time.LOGICAL_NAME,
          "timestamp-millis", Timestamp.LOGICAL_NAME);

  private ConnectSchemas() {}

  /**
   * The Connect schema of an Avro schema.
   *
   * @throws DataException for a union that is more than an optional value, and for recursion
   */
  static org.apache.kafka.connect.data.Schema of(Schema avro) {
    return avro.isUnion() ? builder(branch(avro)).optional().build() : builder(avro).build();
  }

  /** The branch of an optional value's union that is not null. */
  static Schema branch(Schema union) {
    List<Schema> branches =
        union.getTypes().stream().filter(type -> type.getType() != Schema.Type.NULL).toList();
    if (branches.size() != 1 || union.getTypes().size() != 2) {
      throw new DataException("only unions of null and one type are supported, not " + union);
    }
    return branches.get(0);
  }

  private static SchemaBuilder builder(Schema avro) {
    SchemaBuilder builder = base(avro);
    annotate(avro, builder);
    return builder;
  }

  private static SchemaBuilder base(Schema avro) {
    return switch (avro.getType()) {
      case INT -> integer(avro.getProp(AvroSchemas.CONNECT_TYPE));
      case LONG -> SchemaBuilder.int64();
      case FLOAT -> SchemaBuilder.float32();
      case DOUBLE -> SchemaBuilder.float64();
      case BOOLEAN -> SchemaBuilder.bool();
      case STRING, ENUM -> SchemaBuilder.string();
      case BYTES, FIXED -> SchemaBuilder.bytes();
      case MAP ->
          SchemaBuilder.map(
              org.apache.kafka.connect.data.Schema.STRING_SCHEMA, of(avro.getValueType()));
      case ARRAY -> array(avro.getElementType());
      case RECORD -> struct(avro);
      case NULL, UNION -> throw new DataException("no Connect schema for Avro schema " + avro);
    };
  }

  private static SchemaBuilder integer(String connectType) {
    if (AvroSchemas.INT8.equals(connectType)) {
      return SchemaBuilder.int8();
    }
    return AvroSchemas.INT16.equals(connectType) ? SchemaBuilder.int16() : SchemaBuilder.int32();
  }

  static boolean isMapEntry(Schema element) {
    return AvroSchemas.MAP_ENTRY.equals(element.getProp(AvroSchemas.CONNECT_INTERNAL_TYPE));
  }

  private static SchemaBuilder array(Schema element) {
    return isMapEntry(element)
        ? SchemaBuilder.map(
            of(element.getField(AvroSchemas.KEY).schema()),
            of(element.getField(AvroSchemas.VALUE).schema()))
        : SchemaBuilder.array(of(element));
  }

  private static SchemaBuilder struct(Schema avro) {
    SchemaBuilder builder = SchemaBuilder.struct();
    for (Schema.Field field : avro.getFields()) {
      builder.field(field.name(), of(field.schema()));
    }
    return builder;
  }

  private static void annotate(Schema avro, SchemaBuilder builder) {
    Object parameters = avro.getObjectProp(AvroSchemas.CONNECT_PARAMETERS);
    if (parameters instanceof Map<?, ?> map) {
      map.forEach((name, value) -> builder.parameter(name.toString(), value.toString()));
    }
    if (avro.getObjectProp(AvroSchemas.CONNECT_VERSION) instanceof Number version) {
      builder.version(version.intValue());
    }
    if (avro.getProp(AvroSchemas.CONNECT_DOC) != null) {
      builder.doc(avro.getProp(AvroSchemas.CONNECT_DOC));
    }
    String name = avro.getProp(AvroSchemas.CONNECT_NAME);
    if (name == null && avro.getProp("logicalType") != null) {
      name = LOGICAL_NAMES.get(avro.getProp("logicalType"));
      if (Decimal.LOGICAL_NAME.equals(name)) {
        builder.parameter(Decimal.SCALE_FIELD, avro.getObjectProp("scale").toString());
      }
    }
    if (name == null && isNamedRecord(avro)) {
      name = avro.getFullName();
    }
    if (name != null) {
      builder.name(name);
    }
  }

  private static boolean isNamedRecord(Schema avro) {
    return avro.getType() == Schema.Type.RECORD
        && !avro.getFullName().equals(AvroSchemas.DEFAULT_NAME);
  }
}
