package dev.mssqlcdc.avro;

import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;

/**
 * Makes encoders: compiled once per pair of schemas, so that a record costs no look-ups and no
 * generic record.
 *
 * @param defaultsForNulls whether a null in a field with a default is written as the default
 * @param lenient whether fields that the Avro schema lacks are left out; otherwise they are refused
 */
record ValueEncoders(boolean defaultsForNulls, boolean lenient) {

  private static final Map<Schema.Type, Class<? extends Number>> NUMBERS =
      Map.of(
          Schema.Type.INT8, Byte.class,
          Schema.Type.INT16, Short.class,
          Schema.Type.INT32, Integer.class,
          Schema.Type.INT64, Long.class,
          Schema.Type.FLOAT32, Float.class,
          Schema.Type.FLOAT64, Double.class);

  /**
   * The encoder of a Connect schema's values.
   *
   * @param avro the schema to write: that of {@link AvroSchemas}, or one that can hold its values
   * @throws DataException when it cannot
   */
  ValueEncoder of(Schema schema, org.apache.avro.Schema avro) {
    if (avro.isUnion()) {
      return union(schema, avro);
    }
    if (schema.isOptional() && !lenient) {
      throw new DataException("Avro schema " + avro + " requires values that may be null");
    }
    ValueEncoder encoder = base(schema, avro);
    return (value, out) -> {
      if (value == null) {
        throw new DataException("null where schema " + avro + " requires a value");
      }
      encoder.write(value, out);
    };
  }

  private ValueEncoder union(Schema schema, org.apache.avro.Schema union) {
    int nullBranch = union.getIndexNamed("null") == null ? -1 : union.getIndexNamed("null");
    int branch = branch(schema, union.getTypes());
    if (branch < 0) {
      throw unfit(schema, union);
    }
    ValueEncoder encoder = base(schema, union.getTypes().get(branch));
    boolean nullable = schema.isOptional() && nullBranch >= 0;
    return (value, out) -> {
      if (value != null) {
        out.writeIndex(branch);
        encoder.write(value, out);
      } else if (nullable) {
        out.writeIndex(nullBranch);
      } else {
        throw new DataException("null where schema " + schema + " requires a value");
      }
    };
  }

  private static int branch(Schema schema, List<org.apache.avro.Schema> branches) {
    for (int i = 0; i < branches.size(); i++) {
      if (Holding.fits(schema, branches.get(i))) {
        return i;
      }
    }
    return -1;
  }

  private ValueEncoder base(Schema schema, org.apache.avro.Schema avro) {
    if (!Holding.fits(schema, avro)) {
      throw unfit(schema, avro);
    }
    return switch (schema.type()) {
      case INT8, INT16, INT32, INT64, FLOAT32, FLOAT64 ->
          logical(schema, number(NUMBERS.get(schema.type()), avro.getType()));
      case BOOLEAN -> (value, out) -> out.writeBoolean((Boolean) value);
      case STRING ->
          avro.getType() == org.apache.avro.Schema.Type.ENUM
              ? symbol(avro)
              : (value, out) -> out.writeString((String) value);
      case BYTES -> logical(schema, bytes(avro));
      case ARRAY -> array(of(schema.valueSchema(), avro.getElementType()));
      case MAP -> map(schema, avro);
      case STRUCT -> StructEncoder.of(this, schema, avro);
    };
  }

  private static ValueEncoder number(
      Class<? extends Number> type, org.apache.avro.Schema.Type avro) {
    return switch (avro) {
      case INT -> (value, out) -> out.writeInt(type.cast(value).intValue());
      case LONG -> (value, out) -> out.writeLong(type.cast(value).longValue());
      case FLOAT -> (value, out) -> out.writeFloat(type.cast(value).floatValue());
      default -> (value, out) -> out.writeDouble(type.cast(value).doubleValue());
    };
  }

  private static ValueEncoder logical(Schema schema, ValueEncoder base) {
    if (schema.name() == null) {
      return base;
    }
    UnaryOperator<Object> toBase = LogicalValues.toBase(schema);
    return (value, out) -> base.write(toBase.apply(value), out);
  }

  private static ValueEncoder symbol(org.apache.avro.Schema avro) {
    return (value, out) -> {
      if (!avro.hasEnumSymbol((String) value)) {
        throw new DataException("'" + value + "' is no symbol of " + avro);
      }
      out.writeEnum(avro.getEnumOrdinal((String) value));
    };
  }

  private static ValueEncoder bytes(org.apache.avro.Schema avro) {
    if (avro.getType() == org.apache.avro.Schema.Type.FIXED) {
      return (value, out) -> {
        byte[] bytes = Bytes.of(value);
        if (bytes.length != avro.getFixedSize()) {
          throw new DataException(bytes.length + " bytes are not of the size of " + avro);
        }
        out.writeFixed(bytes);
      };
    }
    return (value, out) -> {
      if (value instanceof ByteBuffer buffer) {
        out.writeBytes(buffer.duplicate());
      } else {
        out.writeBytes((byte[]) value);
      }
    };
  }

  static ValueEncoder array(ValueEncoder item) {
    return (value, out) -> {
      Collection<?> items = (Collection<?>) value;
      out.writeArrayStart();
      out.setItemCount(items.size());
      for (Object each : items) {
        out.startItem();
        item.write(each, out);
      }
      out.writeArrayEnd();
    };
  }

  static ValueEncoder entry(ValueEncoder keys, ValueEncoder values) {
    return (value, out) -> {
      Map.Entry<?, ?> entry = (Map.Entry<?, ?>) value;
      keys.write(entry.getKey(), out);
      values.write(entry.getValue(), out);
    };
  }

  /** A map of Avro and an array of entries are the same bytes: blocks of key, value. */
  private ValueEncoder map(Schema schema, org.apache.avro.Schema avro) {
    boolean asMap = avro.getType() == org.apache.avro.Schema.Type.MAP;
    if (!asMap && !ConnectSchemas.isMapEntry(avro.getElementType())) {
      throw unfit(schema, avro);
    }
    ValueEncoder keys =
        of(schema.keySchema(), asMap ? Holding.STRING : entryField(avro, Confluent.KEY));
    ValueEncoder values =
        of(schema.valueSchema(), asMap ? avro.getValueType() : entryField(avro, Confluent.VALUE));
    ValueEncoder entries = array(entry(keys, values));
    return (value, out) -> entries.write(((Map<?, ?>) value).entrySet(), out);
  }

  private static org.apache.avro.Schema entryField(org.apache.avro.Schema array, String name) {
    return array.getElementType().getField(name).schema();
  }

  private static DataException unfit(Schema schema, org.apache.avro.Schema avro) {
    return new DataException(
        "Avro schema %s cannot hold values of Connect schema %s".formatted(avro, schema));
  }
}
