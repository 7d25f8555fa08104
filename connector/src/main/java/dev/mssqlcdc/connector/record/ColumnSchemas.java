package dev.mssqlcdc.connector.record;

import dev.mssqlcdc.connector.core.Column;
import dev.mssqlcdc.connector.core.WireType;
import dev.mssqlcdc.schemas.Wire;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;

/** The Connect schema of a column. */
final class ColumnSchemas {

  /** Lets Avro's decimal carry its precision, which Connect's does not. */
  private static final String PRECISION = "connect.decimal.precision";

  private ColumnSchemas() {}

  static Schema of(Column column, boolean optional) {
    SchemaBuilder builder =
        base(column.wireType())
            .parameter(Wire.PARAM_COLUMN, column.name())
            .parameter(Wire.PARAM_TYPE, column.sqlType().declared())
            .parameter(Wire.PARAM_COLUMN_ID, String.valueOf(column.columnId()));
    if (!column.partial().isEmpty()) {
      builder.parameter(Wire.PARAM_PARTIAL, column.partial());
    }
    return optional ? builder.optional().build() : builder.build();
  }

  private static SchemaBuilder base(WireType type) {
    return switch (type.kind()) {
      case BOOLEAN -> SchemaBuilder.bool();
      case INT16 -> SchemaBuilder.int16();
      case INT32 -> SchemaBuilder.int32();
      case INT64 -> SchemaBuilder.int64();
      case FLOAT32 -> SchemaBuilder.float32();
      case FLOAT64 -> SchemaBuilder.float64();
      case DECIMAL ->
          Decimal.builder(type.scale()).parameter(PRECISION, String.valueOf(type.precision()));
      case DATE -> Date.builder();
      case MICRO_TIMESTAMP -> SchemaBuilder.int64().name(Wire.TYPE_MICRO_TIMESTAMP);
      case ZONED_TIMESTAMP -> SchemaBuilder.string().name(Wire.TYPE_ZONED_TIMESTAMP);
      case NANO_TIME -> SchemaBuilder.int64().name(Wire.TYPE_NANO_TIME);
      case STRING, LOCAL_TIME_TEXT, INSTANT_TEXT -> SchemaBuilder.string();
      case BYTES -> SchemaBuilder.bytes();
    };
  }
}
