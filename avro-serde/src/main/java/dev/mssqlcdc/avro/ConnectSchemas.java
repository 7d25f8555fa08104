package dev.mssqlcdc.avro;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.JsonProperties;
import org.apache.avro.Schema;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.errors.DataException;

/** Avro schemas as Connect schemas: the way back of {@link AvroSchemas}. */
final class ConnectSchemas {

  private final boolean metadata;
  private final Set<Schema> open = Collections.newSetFromMap(new IdentityHashMap<>());

  private ConnectSchemas(boolean metadata) {
    this.metadata = metadata;
  }

  /**
   * The Connect schema of an Avro schema.
   *
   * @param metadata whether documentation and parameters of Connect are read
   * @throws DataException for a union that is more than an optional value, and for recursion
   */
  static org.apache.kafka.connect.data.Schema of(Schema avro, boolean metadata) {
    return new ConnectSchemas(metadata).of(avro, null);
  }

  /** A union has no default but that of its branch: null would be read as the default. */
  private org.apache.kafka.connect.data.Schema of(Schema avro, Object fieldDefault) {
    return avro.isUnion()
        ? builder(branch(avro), null).optional().build()
        : builder(avro, fieldDefault).build();
  }

  private static Schema branch(Schema union) {
    List<Schema> branches =
        union.getTypes().stream().filter(type -> type.getType() != Schema.Type.NULL).toList();
    if (branches.size() != 1 || union.getTypes().size() != 2) {
      throw new DataException("only unions of null and one type are supported, not " + union);
    }
    return branches.get(0);
  }

  private SchemaBuilder builder(Schema avro, Object fieldDefault) {
    SchemaBuilder builder = base(avro);
    addMetadata(avro, builder);
    if (avro.getObjectProp(Confluent.VERSION) instanceof Number version
        && builder.version() == null) {
      builder.version(version.intValue());
    }
    String name = name(avro);
    if (name != null && builder.name() == null) {
      builder.name(name);
    }
    addDefault(avro, builder, fieldDefault);
    return builder;
  }

  private SchemaBuilder base(Schema avro) {
    return switch (avro.getType()) {
      case INT -> integer(avro);
      case LONG ->
          logical(avro, Timestamp.LOGICAL_NAME) ? Timestamp.builder() : SchemaBuilder.int64();
      case FLOAT -> SchemaBuilder.float32();
      case DOUBLE -> SchemaBuilder.float64();
      case BOOLEAN -> SchemaBuilder.bool();
      case STRING -> SchemaBuilder.string();
      case ENUM -> AvroEnums.string(avro, metadata);
      case BYTES, FIXED -> bytes(avro);
      case MAP ->
          SchemaBuilder.map(
              org.apache.kafka.connect.data.Schema.STRING_SCHEMA, of(avro.getValueType(), null));
      case ARRAY -> array(avro.getElementType());
      case RECORD -> struct(avro);
      case NULL, UNION -> throw new DataException("no Connect schema for Avro schema " + avro);
    };
  }

  private static SchemaBuilder integer(Schema avro) {
    if (logical(avro, Date.LOGICAL_NAME)) {
      return Date.builder();
    } else if (logical(avro, Time.LOGICAL_NAME)) {
      return Time.builder();
    }
    String type = avro.getProp(Confluent.TYPE);
    if (Confluent.INT8.equals(type)) {
      return SchemaBuilder.int8();
    }
    return Confluent.INT16.equals(type) ? SchemaBuilder.int16() : SchemaBuilder.int32();
  }

  /** Whether the schema is of one of Connect's logical types; another name takes it away. */
  private static boolean logical(Schema avro, String connectName) {
    String logicalType = avro.getProp(Confluent.LOGICAL_TYPE);
    String name = avro.getProp(Confluent.NAME);
    return name == null
        ? logicalType != null && connectName.equals(Confluent.LOGICAL_TYPES.get(logicalType))
        : connectName.equals(name);
  }

  private static SchemaBuilder bytes(Schema avro) {
    SchemaBuilder builder =
        logical(avro, Decimal.LOGICAL_NAME) ? decimal(avro) : SchemaBuilder.bytes();
    if (avro.getType() == Schema.Type.FIXED) {
      builder.parameter(Confluent.FIXED_SIZE, Integer.toString(avro.getFixedSize()));
    }
    return builder;
  }

  private static SchemaBuilder decimal(Schema avro) {
    SchemaBuilder builder = Decimal.builder(Holding.scale(avro));
    if (avro.getObjectProp(Confluent.PRECISION) instanceof Number precision
        && precision.intValue() != Confluent.DEFAULT_PRECISION) {
      builder.parameter(Confluent.DECIMAL_PRECISION, precision.toString());
    }
    return builder;
  }

  static boolean isMapEntry(Schema element) {
    return element.getType() == Schema.Type.RECORD
        && (element.getFullName().equals(Confluent.NAMESPACE + "." + Confluent.MAP_ENTRY)
            || Confluent.MAP_ENTRY.equals(element.getProp(Confluent.INTERNAL_TYPE)));
  }

  private SchemaBuilder array(Schema element) {
    return isMapEntry(element)
        ? SchemaBuilder.map(
            of(element.getField(Confluent.KEY).schema(), null),
            of(element.getField(Confluent.VALUE).schema(), null))
        : SchemaBuilder.array(of(element, null));
  }

  private SchemaBuilder struct(Schema avro) {
    if (!open.add(avro)) {
      throw new DataException(
          "record " + avro.getFullName() + " contains itself: Connect has no such schemas");
    }
    SchemaBuilder builder = SchemaBuilder.struct();
    if (metadata && avro.getDoc() != null) {
      builder.parameter(Confluent.RECORD_DOC, avro.getDoc());
    }
    for (Schema.Field field : avro.getFields()) {
      if (metadata && field.doc() != null) {
        builder.parameter(Confluent.FIELD_DOC + field.name(), field.doc());
      }
      builder.field(field.name(), of(field.schema(), field.defaultVal()));
    }
    open.remove(avro);
    return builder;
  }

  private void addMetadata(Schema avro, SchemaBuilder builder) {
    if (metadata) {
      if (avro.getProp(Confluent.DOC) != null) {
        builder.doc(avro.getProp(Confluent.DOC));
      }
      if (avro.getObjectProp(Confluent.PARAMETERS) instanceof Map<?, ?> parameters) {
        parameters.forEach((name, value) -> builder.parameter(name.toString(), value.toString()));
      }
    }
    avro.getObjectProps()
        .forEach(
            (name, value) -> {
              if (name.startsWith(Confluent.AVRO_PROPERTY)) {
                builder.parameter(name, value.toString());
              }
            });
  }

  private static String name(Schema avro) {
    String name = avro.getProp(Confluent.NAME);
    if (name == null && isNamed(avro)) {
      name = avro.getFullName();
    }
    return name == null || name.startsWith(Confluent.NAMESPACE + "." + Confluent.DEFAULT_NAME)
        ? null
        : name;
  }

  private static boolean isNamed(Schema avro) {
    return switch (avro.getType()) {
      case RECORD, ENUM, FIXED -> true;
      default -> false;
    };
  }

  private void addDefault(Schema avro, SchemaBuilder builder, Object fieldDefault) {
    Object annotated = avro.getObjectProp(Confluent.DEFAULT);
    boolean ofField = fieldDefault != null && fieldDefault != JsonProperties.NULL_VALUE;
    if (ofField && annotated == null && metadata) {
      builder.parameter(Confluent.FIELD_DEFAULT, "true");
    }
    Object value = annotated != null ? annotated : ofField ? fieldDefault : null;
    if (value != null) {
      builder.defaultValue(ConnectDefaults.of(builder, value));
    }
  }
}
