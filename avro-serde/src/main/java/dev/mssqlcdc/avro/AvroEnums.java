package dev.mssqlcdc.avro;

import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;

/** Avro enums, which Connect has as strings with the symbols in their parameters. */
final class AvroEnums {

  private static final String SYMBOL = Confluent.ENUM + ".";

  private AvroEnums() {}

  /** Whether a string schema was made of an enum. */
  static boolean was(org.apache.kafka.connect.data.Schema schema) {
    return Annotations.parameters(schema).containsKey(Confluent.ENUM);
  }

  static Schema of(org.apache.kafka.connect.data.Schema schema) {
    Map<String, String> parameters = schema.parameters();
    String fullName = parameters.get(Confluent.ENUM);
    String simpleName = fullName.substring(fullName.lastIndexOf('.') + 1);
    List<String> symbols =
        parameters.keySet().stream()
            .filter(name -> name.startsWith(SYMBOL))
            .map(name -> name.substring(SYMBOL.length()))
            .toList();
    return Schema.createEnum(
        fullName,
        parameters.get(Confluent.ENUM_DOC + simpleName),
        null,
        symbols,
        parameters.get(Confluent.ENUM_DEFAULT + simpleName));
  }

  /** The way back. */
  static SchemaBuilder string(Schema avro, boolean metadata) {
    SchemaBuilder builder = SchemaBuilder.string();
    if (metadata && avro.getDoc() != null) {
      builder.parameter(Confluent.ENUM_DOC + avro.getName(), avro.getDoc());
    }
    if (metadata && avro.getEnumDefault() != null) {
      builder.parameter(Confluent.ENUM_DEFAULT + avro.getName(), avro.getEnumDefault());
    }
    builder.parameter(Confluent.ENUM, avro.getFullName());
    avro.getEnumSymbols().forEach(symbol -> builder.parameter(SYMBOL + symbol, symbol));
    return builder;
  }
}
