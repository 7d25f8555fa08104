package dev.mssqlcdc.writer.delta;

import static org.apache.parquet.schema.LogicalTypeAnnotation.dateType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.decimalType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.intType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.stringType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.timestampType;

import dev.mssqlcdc.lake.DeltaType;
import java.util.List;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;

/** A table's columns as a Parquet schema, in the layout that Spark writes too. */
final class ParquetColumns {

  private ParquetColumns() {}

  static MessageType schema(List<TableColumn> columns) {
    Types.MessageTypeBuilder message = Types.buildMessage();
    for (TableColumn column : columns) {
      Type type = primitive(column.type()).named(column.physicalName());
      message.addField(
          column.fieldId().isPresent() ? type.withId(column.fieldId().getAsInt()) : type);
    }
    return message.named("spark_schema");
  }

  private static Types.PrimitiveBuilder<PrimitiveType> primitive(DeltaType type) {
    if (type.isDecimal()) {
      return decimal(type);
    }
    return switch (type.name()) {
      case "boolean" -> Types.optional(PrimitiveTypeName.BOOLEAN);
      case "short" -> Types.optional(PrimitiveTypeName.INT32).as(intType(Short.SIZE, true));
      case "integer" -> Types.optional(PrimitiveTypeName.INT32);
      case "long" -> Types.optional(PrimitiveTypeName.INT64);
      case "float" -> Types.optional(PrimitiveTypeName.FLOAT);
      case "double" -> Types.optional(PrimitiveTypeName.DOUBLE);
      case "string" -> Types.optional(PrimitiveTypeName.BINARY).as(stringType());
      case "binary" -> Types.optional(PrimitiveTypeName.BINARY);
      case "date" -> Types.optional(PrimitiveTypeName.INT32).as(dateType());
      case "timestamp" ->
          Types.optional(PrimitiveTypeName.INT64).as(timestampType(true, TimeUnit.MICROS));
      case "timestamp_ntz" ->
          Types.optional(PrimitiveTypeName.INT64).as(timestampType(false, TimeUnit.MICROS));
      default -> throw new IllegalStateException("no Parquet type for " + type);
    };
  }

  private static Types.PrimitiveBuilder<PrimitiveType> decimal(DeltaType type) {
    Types.PrimitiveBuilder<PrimitiveType> builder;
    if (Decimals.isInt(type.precision())) {
      builder = Types.optional(PrimitiveTypeName.INT32);
    } else if (Decimals.isNumber(type.precision())) {
      builder = Types.optional(PrimitiveTypeName.INT64);
    } else {
      builder =
          Types.optional(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY)
              .length(Decimals.length(type.precision()));
    }
    return builder.as(decimalType(type.scale(), type.precision()));
  }
}
