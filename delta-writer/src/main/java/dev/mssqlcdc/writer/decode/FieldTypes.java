package dev.mssqlcdc.writer.decode;

import dev.mssqlcdc.lake.Column;
import dev.mssqlcdc.lake.DeltaType;
import dev.mssqlcdc.schemas.Wire;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.avro.Schema;

/** What a field of a value schema becomes in Delta, by the semantic type that it carries. */
final class FieldTypes {

  private static final String CONNECT_NAME = "connect.name";
  private static final String CONNECT_PARAMETERS = "connect.parameters";
  private static final String CONNECT_TYPE = "connect.type";
  private static final Pattern SHORTS = Pattern.compile("int8|int16");
  private static final Pattern NUMERIC =
      Pattern.compile("(?:decimal|numeric)\\((\\d+)(?:,\\s*(\\d+))?\\)");
  private static final Pattern TIME = Pattern.compile("time\\((\\d)\\)");
  private static final int TIME_DIGITS = 7;
  private static final int MONEY_PRECISION = 19;
  private static final int SMALLMONEY_PRECISION = 10;

  private FieldTypes() {}

  /**
   * The captured column of a field.
   *
   * @throws SchemaRefusedException when it is not as the connector writes it
   */
  static CapturedField captured(Schema.Field field) {
    Schema schema = value(field.schema());
    String name = parameter(field, schema, Wire.PARAM_COLUMN);
    String sourceType = parameter(field, schema, Wire.PARAM_TYPE);
    DeltaType type = type(field, schema, sourceType);
    return new CapturedField(
        field.pos(), new Column(name, type, sourceType), converter(schema, sourceType, type));
  }

  /** The source column of a key's field. */
  static String keyColumn(Schema.Field field) {
    return parameter(field, value(field.schema()), Wire.PARAM_COLUMN);
  }

  /** An optional field's branch that is not null, or the schema itself. */
  static Schema value(Schema schema) {
    if (!schema.isUnion()) {
      return schema;
    }
    return schema.getTypes().stream()
        .filter(branch -> branch.getType() != Schema.Type.NULL)
        .reduce((a, b) -> schema)
        .orElse(schema);
  }

  private static String parameter(Schema.Field field, Schema schema, String name) {
    if (schema.getObjectProp(CONNECT_PARAMETERS) instanceof Map<?, ?> parameters
        && parameters.get(name) != null) {
      return parameters.get(name).toString();
    }
    throw new SchemaRefusedException(
        ("field '%s' has no schema parameter %s: set connect.meta.data=true on the value and key"
                + " converter (it is Confluent's default), and let no transformation rewrite the"
                + " schema")
            .formatted(field.name(), name));
  }

  private static DeltaType type(Schema.Field field, Schema schema, String sourceType) {
    String semantic = schema.getProp(CONNECT_NAME);
    if (semantic != null) {
      return switch (semantic) {
        case Wire.TYPE_DECIMAL -> decimal(field, sourceType);
        case Wire.TYPE_DATE -> DeltaType.DATE;
        case Wire.TYPE_MICRO_TIMESTAMP -> DeltaType.TIMESTAMP_NTZ;
        case Wire.TYPE_NANO_TIME -> DeltaType.STRING;
        case Wire.TYPE_ZONED_TIMESTAMP -> DeltaType.TIMESTAMP;
        default -> throw unknown(field, semantic);
      };
    }
    return switch (schema.getType()) {
      case BOOLEAN -> DeltaType.BOOLEAN;
      case INT -> isShort(schema) ? DeltaType.SHORT : DeltaType.INTEGER;
      case LONG -> DeltaType.LONG;
      case FLOAT -> DeltaType.FLOAT;
      case DOUBLE -> DeltaType.DOUBLE;
      case STRING -> DeltaType.STRING;
      case BYTES -> DeltaType.BINARY;
      default -> throw unknown(field, schema.getType().getName());
    };
  }

  private static ValueConverter converter(Schema schema, String sourceType, DeltaType type) {
    String semantic = schema.getProp(CONNECT_NAME);
    if (type.isDecimal()) {
      return ValueConverter.decimal(type.precision(), type.scale());
    } else if (Wire.TYPE_NANO_TIME.equals(semantic)) {
      Matcher matcher = TIME.matcher(sourceType.toLowerCase(Locale.ROOT));
      return ValueConverter.timeOfDay(
          matcher.matches() ? Integer.parseInt(matcher.group(1)) : TIME_DIGITS);
    } else if (Wire.TYPE_ZONED_TIMESTAMP.equals(semantic)) {
      return ValueConverter.ZONED;
    }
    return type.equals(DeltaType.STRING) ? ValueConverter.TEXT : ValueConverter.SAME;
  }

  private static boolean isShort(Schema schema) {
    String type = schema.getProp(CONNECT_TYPE);
    return type != null && SHORTS.matcher(type).matches();
  }

  private static DeltaType decimal(Schema.Field field, String sourceType) {
    String type = sourceType.toLowerCase(Locale.ROOT);
    if (type.equals("money")) {
      return DeltaType.decimal(MONEY_PRECISION, 4);
    } else if (type.equals("smallmoney")) {
      return DeltaType.decimal(SMALLMONEY_PRECISION, 4);
    }
    Matcher matcher = NUMERIC.matcher(type);
    if (!matcher.matches()) {
      throw unknown(field, Wire.TYPE_DECIMAL + " of " + sourceType);
    }
    int scale = matcher.group(2) == null ? 0 : Integer.parseInt(matcher.group(2));
    return DeltaType.decimal(Integer.parseInt(matcher.group(1)), scale);
  }

  private static SchemaRefusedException unknown(Schema.Field field, String type) {
    return new SchemaRefusedException(
        "field '%s' has type %s, which the connector does not write: let no transformation change it"
            .formatted(field.name(), type));
  }
}
