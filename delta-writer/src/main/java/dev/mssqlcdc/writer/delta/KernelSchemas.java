package dev.mssqlcdc.writer.delta;

import dev.mssqlcdc.lake.Column;
import dev.mssqlcdc.lake.DeltaType;
import dev.mssqlcdc.lake.LakeException;
import io.delta.kernel.types.BasePrimitiveType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.FieldMetadata;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TypeChange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** Columns of {@code lake} as Kernel's schemas, and back. */
final class KernelSchemas {

  private static final String COMMENT = "comment";

  private KernelSchemas() {}

  static StructType schema(List<Column> columns) {
    return new StructType(columns.stream().map(KernelSchemas::field).toList());
  }

  static DataType dataType(DeltaType type) {
    return type.isDecimal()
        ? new DecimalType(type.precision(), type.scale())
        : BasePrimitiveType.createPrimitive(type.name());
  }

  /**
   * The columns of a table's schema.
   *
   * @throws LakeException for a type that no table of this product has
   */
  static List<TableColumn> columns(String path, StructType schema) {
    List<TableColumn> columns = new ArrayList<>();
    for (StructField field : schema.fields()) {
      columns.add(column(path, field));
    }
    return List.copyOf(columns);
  }

  /** The schema with some columns widened and others added at its end. */
  static StructType changed(StructType schema, List<TableColumn> columns) {
    Map<String, TableColumn> changes = new LinkedHashMap<>();
    columns.forEach(column -> changes.put(column.name(), column));
    List<StructField> fields = new ArrayList<>();
    for (StructField field : schema.fields()) {
      TableColumn change = changes.remove(field.getName());
      fields.add(change == null ? field : widened(field, change));
    }
    changes.values().forEach(column -> fields.add(field(column)));
    return new StructType(fields);
  }

  /** Readers of older files must know what the column was: the protocol wants the whole history. */
  private static StructField widened(StructField field, TableColumn column) {
    List<TypeChange> history = new ArrayList<>(field.getTypeChanges());
    DataType type = dataType(column.type());
    history.add(new TypeChange(field.getDataType(), type));
    return field
        .withNewMetadata(
            FieldMetadata.builder()
                .fromMetadata(field.getMetadata())
                .putString(COMMENT, column.comment())
                .build())
        .withDataType(type)
        .withTypeChanges(history);
  }

  private static StructField field(TableColumn column) {
    FieldMetadata.Builder metadata = FieldMetadata.builder().putString(COMMENT, column.comment());
    column
        .fieldId()
        .ifPresent(
            id ->
                metadata
                    .putLong(ColumnMapping.FIELD_ID, id)
                    .putString(ColumnMapping.PHYSICAL_NAME, column.physicalName()));
    return new StructField(column.name(), dataType(column.type()), true, metadata.build());
  }

  private static StructField field(Column column) {
    return new StructField(
        column.name(),
        dataType(column.type()),
        true,
        FieldMetadata.builder().putString(COMMENT, column.comment()).build());
  }

  private static TableColumn column(String path, StructField field) {
    FieldMetadata metadata = field.getMetadata();
    boolean mapped = metadata.contains(ColumnMapping.PHYSICAL_NAME);
    return new TableColumn(
        field.getName(),
        mapped ? metadata.getString(ColumnMapping.PHYSICAL_NAME) : field.getName(),
        mapped
            ? OptionalInt.of(Math.toIntExact(metadata.getLong(ColumnMapping.FIELD_ID)))
            : OptionalInt.empty(),
        deltaType(path, field),
        metadata.contains(COMMENT) ? metadata.getString(COMMENT) : "");
  }

  private static DeltaType deltaType(String path, StructField field) {
    DataType type = field.getDataType();
    if (type instanceof DecimalType decimal) {
      return DeltaType.decimal(decimal.getPrecision(), decimal.getScale());
    }
    try {
      return new DeltaType(type.toString());
    } catch (IllegalArgumentException e) {
      throw new LakeException(
          "table %s: column '%s' has type %s, which this program cannot write: drop the column"
              .formatted(path, field.getName(), type),
          e);
    }
  }
}
