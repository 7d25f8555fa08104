package dev.mssqlcdc.avro;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.arbitraries.StringArbitrary;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;

/** Connect schemas and values of any kind, at random. */
final class TestingSchemas {

  private static final int MAX_DEPTH = 3;
  private static final long MILLIS_PER_DAY = 86_400_000L;

  private TestingSchemas() {}

  /** A schema and a value of it that is not null. */
  static Arbitrary<SchemaAndValue> schemasAndValues() {
    return schemas(MAX_DEPTH)
        .flatMap(schema -> required(schema).map(value -> new SchemaAndValue(schema, value)));
  }

  /** Builders can be used once only: every try makes its own. */
  private interface Making extends Supplier<SchemaBuilder> {}

  private static Arbitrary<Schema> schemas(int depth) {
    Arbitrary<Making> leaves =
        Arbitraries.of(Schema.Type.values())
            .filter(Schema.Type::isPrimitive)
            .map(type -> () -> SchemaBuilder.type(type));
    Arbitrary<Making> logical =
        Combinators.combine(Arbitraries.integers().between(0, 9), Arbitraries.of(0, 1, 2, 3))
            .as((scale, kind) -> () -> logical(scale, kind));
    Arbitrary<Making> all =
        depth == 0
            ? Arbitraries.oneOf(leaves, logical)
            : Arbitraries.oneOf(
                leaves, logical, arrays(depth - 1), maps(depth - 1), structs(depth - 1));
    return all.flatMap(TestingSchemas::annotated);
  }

  private static SchemaBuilder logical(int scale, int kind) {
    return switch (kind) {
      case 0 -> Decimal.builder(scale);
      case 1 -> Date.builder();
      case 2 -> Time.builder();
      default -> Timestamp.builder();
    };
  }

  private static Arbitrary<Making> arrays(int depth) {
    return schemas(depth).map(items -> () -> SchemaBuilder.array(items));
  }

  /** A map whose keys are no strings has a name: two without one are no Avro. */
  private static Arbitrary<Making> maps(int depth) {
    Arbitrary<Schema> keys =
        Arbitraries.of(Schema.STRING_SCHEMA, Schema.OPTIONAL_STRING_SCHEMA, Schema.INT64_SCHEMA);
    return Combinators.combine(keys, schemas(depth), names())
        .as((key, value, name) -> () -> SchemaBuilder.map(key, value).name(name));
  }

  private static Arbitrary<Making> structs(int depth) {
    return Combinators.combine(schemas(depth).list().ofMaxSize(4), names().injectNull(0.3))
        .as((fields, name) -> () -> struct(fields, name));
  }

  private static SchemaBuilder struct(List<Schema> fields, String name) {
    SchemaBuilder builder = SchemaBuilder.struct();
    if (name != null) {
      builder.name(name);
    }
    for (int i = 0; i < fields.size(); i++) {
      builder.field("f" + i, fields.get(i));
    }
    return builder;
  }

  /** Edge cases would come twice in one schema, and no two types may share a name. */
  private static Arbitrary<String> names() {
    return Arbitraries.strings().alpha().ofLength(12).withoutEdgeCases().map(name -> "n." + name);
  }

  private static Arbitrary<Schema> annotated(Making making) {
    SchemaBuilder bare = making.get();
    Arbitrary<String> texts = texts();
    Arbitrary<Object> defaults =
        bare.type().isPrimitive() ? required(bare).injectNull(0.6) : Arbitraries.just(null);
    return Combinators.combine(
            texts.injectNull(0.7),
            Arbitraries.integers().injectNull(0.7),
            texts.injectNull(0.7),
            Arbitraries.of(true, false),
            defaults)
        .as(
            (doc, version, parameter, optional, defaultValue) -> {
              SchemaBuilder builder = making.get();
              if (doc != null) {
                builder.doc(doc);
              }
              if (version != null && builder.version() == null) {
                builder.version(version);
              }
              if (parameter != null) {
                builder.parameter("p", parameter);
              }
              if (optional) {
                builder.optional();
              }
              if (defaultValue != null) {
                builder.defaultValue(comparable(defaultValue));
              }
              return builder.build();
            });
  }

  /** Schemas are compared with their defaults, and arrays are never equal. */
  private static Object comparable(Object value) {
    return value instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : value;
  }

  private static Arbitrary<Object> values(Schema schema) {
    return schema.isOptional() ? required(schema).injectNull(0.2) : required(schema);
  }

  private static Arbitrary<Object> required(Schema schema) {
    return switch (schema.type()) {
      case INT8 -> Arbitraries.bytes().asGeneric();
      case INT16 -> Arbitraries.shorts().asGeneric();
      case INT32 -> days(schema);
      case INT64 ->
          Timestamp.LOGICAL_NAME.equals(schema.name())
              ? Arbitraries.longs().map(TestingSchemas::date)
              : Arbitraries.longs().asGeneric();
      case FLOAT32 -> Arbitraries.floats().asGeneric();
      case FLOAT64 -> Arbitraries.doubles().asGeneric();
      case BOOLEAN -> Arbitraries.of(true, false).asGeneric();
      case STRING -> texts().asGeneric();
      case BYTES -> bytes(schema);
      case ARRAY -> values(schema.valueSchema()).list().ofMaxSize(4).asGeneric();
      case MAP -> maps(schema).asGeneric();
      case STRUCT -> structs(schema).asGeneric();
    };
  }

  /** Half a character has no form in UTF-8. */
  private static StringArbitrary texts() {
    return Arbitraries.strings()
        .withCharRange(Character.MIN_VALUE, (char) (Character.MIN_SURROGATE - 1))
        .withCharRange((char) (Character.MAX_SURROGATE + 1), Character.MAX_VALUE)
        .ofMaxLength(20);
  }

  private static java.util.Date date(long millis) {
    return java.util.Date.from(Instant.ofEpochMilli(millis));
  }

  private static Arbitrary<Object> days(Schema schema) {
    if (Date.LOGICAL_NAME.equals(schema.name())) {
      return Arbitraries.integers().map(day -> date(day * MILLIS_PER_DAY));
    } else if (Time.LOGICAL_NAME.equals(schema.name())) {
      return Arbitraries.longs().between(0, MILLIS_PER_DAY - 1).map(TestingSchemas::date);
    }
    return Arbitraries.integers().asGeneric();
  }

  private static Arbitrary<Object> bytes(Schema schema) {
    if (Decimal.LOGICAL_NAME.equals(schema.name())) {
      int scale = Integer.parseInt(schema.parameters().get(Decimal.SCALE_FIELD));
      return Arbitraries.bigIntegers()
          .between(BigInteger.TEN.pow(38).negate(), BigInteger.TEN.pow(38))
          .map(unscaled -> new BigDecimal(unscaled, scale));
    }
    return Arbitraries.bytes().array(byte[].class).ofMaxSize(20).asGeneric();
  }

  private static Arbitrary<Map<Object, Object>> maps(Schema schema) {
    return Arbitraries.maps(values(schema.keySchema()), values(schema.valueSchema())).ofMaxSize(4);
  }

  private static Arbitrary<Struct> structs(Schema schema) {
    List<Arbitrary<Object>> fields =
        schema.fields().stream().map(field -> values(field.schema())).toList();
    return Combinators.combine(fields)
        .as(
            values -> {
              Struct struct = new Struct(schema);
              for (int i = 0; i < values.size(); i++) {
                struct.put("f" + i, values.get(i));
              }
              return struct;
            });
  }
}
