package dev.mssqlcdc.avro;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.errors.DataException;

/**
 * The records of one Avro schema: each is defined once and may be used often. Structs without a
 * name get one.
 */
final class RecordNames {

  private record Named(List<Field> fields, Schema avro) {}

  private record Nameless(
      List<Field> fields,
      Integer version,
      String doc,
      Map<String, String> parameters,
      Object defaultValue) {

    static Nameless of(org.apache.kafka.connect.data.Schema schema) {
      return new Nameless(
          schema.fields(),
          schema.version(),
          schema.doc(),
          schema.parameters(),
          schema.defaultValue());
    }
  }

  private final Map<String, Named> named = new HashMap<>();
  private final Map<Nameless, Schema> nameless = new HashMap<>();
  private int namesGiven;

  /**
   * The record of an earlier struct that was the same.
   *
   * @throws DataException when there was another one of the same name
   */
  Optional<Schema> known(org.apache.kafka.connect.data.Schema schema) {
    if (schema.name() == null) {
      return Optional.ofNullable(nameless.get(Nameless.of(schema)));
    }
    Named known = named.get(schema.name());
    if (known == null) {
      return Optional.empty();
    }
    if (!known.fields().equals(schema.fields())) {
      throw new DataException(
          "two structs are named %s, with fields %s and %s: give them names of their own"
              .formatted(schema.name(), known.fields(), schema.fields()));
    }
    return Optional.of(known.avro());
  }

  /** The name of a struct that is defined now. */
  String nameFor(org.apache.kafka.connect.data.Schema schema) {
    if (schema.name() != null) {
      return schema.name();
    }
    namesGiven++;
    return Confluent.NAMESPACE
        + "."
        + Confluent.DEFAULT_NAME
        + (namesGiven == 1 ? "" : Integer.toString(namesGiven));
  }

  void put(org.apache.kafka.connect.data.Schema schema, Schema avro) {
    if (schema.name() == null) {
      nameless.put(Nameless.of(schema), avro);
    } else {
      named.put(schema.name(), new Named(schema.fields(), avro));
    }
  }
}
