package dev.mssqlcdc.silver.spark;

import dev.mssqlcdc.lake.Column;
import dev.mssqlcdc.lake.DeltaType;
import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Columns of the lake as Spark's, and back. */
final class ColumnTypes {

  private ColumnTypes() {}

  static StructType struct(List<Column> columns) {
    StructType struct = new StructType();
    for (Column column : columns) {
      struct = struct.add(column.name(), spark(column.type()), true, column.comment());
    }
    return struct;
  }

  /** Spark reads the names that the Delta protocol gives to types. */
  static DataType spark(DeltaType type) {
    return DataType.fromJson("\"" + type.name() + "\"");
  }

  /** The column without the engine's own metadata: ids of column mapping belong to one table. */
  static Column column(StructField field) {
    return new Column(field.name(), new DeltaType(field.dataType().typeName()), comment(field));
  }

  private static String comment(StructField field) {
    Metadata metadata = field.metadata();
    return metadata.contains("comment") ? metadata.getString("comment") : "";
  }
}
