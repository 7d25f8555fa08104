package dev.mssqlcdc.writer.delta;

import dev.mssqlcdc.lake.DeltaType;
import io.delta.kernel.expressions.Column;
import io.delta.kernel.expressions.Literal;
import io.delta.kernel.statistics.DataFileStatistics;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.io.api.Binary;

/**
 * A file's statistics for Delta, taken from its Parquet footer. Binary columns get null counts
 * only, long texts shortened bounds, so that the log stays small.
 */
final class FileStatistics {

  /** Code points of a text that are kept. */
  static final int TEXT_LENGTH = 32;

  private static final String GREATEST_CHARACTER = Character.toString(Character.MAX_CODE_POINT);

  private final Map<Column, Literal> min = new HashMap<>();
  private final Map<Column, Literal> max = new HashMap<>();
  private final Map<Column, Long> nulls = new HashMap<>();

  private FileStatistics() {}

  static DataFileStatistics of(ParquetMetadata footer, List<TableColumn> columns) {
    FileStatistics statistics = new FileStatistics();
    for (int i = 0; i < columns.size(); i++) {
      statistics.add(columns.get(i), i, footer.getBlocks());
    }
    long rows = footer.getBlocks().stream().mapToLong(BlockMetaData::getRowCount).sum();
    return new DataFileStatistics(
        rows, statistics.min, statistics.max, statistics.nulls, Optional.empty());
  }

  private void add(TableColumn column, int ordinal, List<BlockMetaData> blocks) {
    Column name = new Column(column.physicalName());
    Statistics<?> all = null;
    for (BlockMetaData block : blocks) {
      Statistics<?> chunk = block.getColumns().get(ordinal).getStatistics();
      if (all == null) {
        all = chunk.copy();
      } else {
        all.mergeStatistics(chunk);
      }
    }
    if (all == null) {
      return;
    }
    nulls.put(name, all.getNumNulls());
    if (all.hasNonNullValue() && !column.type().equals(DeltaType.BINARY)) {
      Object least = value(column.type(), all.genericGetMin());
      Object greatest = value(column.type(), all.genericGetMax());
      min.put(name, literal(column.type(), shortened(least, "")));
      max.put(name, literal(column.type(), shortened(greatest, GREATEST_CHARACTER)));
    }
  }

  private static Object value(DeltaType type, Object parquet) {
    if (!type.isDecimal()) {
      return parquet instanceof Binary bytes ? bytes.toStringUsingUTF8() : parquet;
    }
    BigInteger unscaled =
        parquet instanceof Binary bytes
            ? new BigInteger(bytes.getBytes())
            : BigInteger.valueOf(((Number) parquet).longValue());
    return new BigDecimal(unscaled, type.scale());
  }

  private static Object shortened(Object value, String suffix) {
    if (!(value instanceof String text) || text.codePointCount(0, text.length()) <= TEXT_LENGTH) {
      return value;
    }
    return text.substring(0, text.offsetByCodePoints(0, TEXT_LENGTH)) + suffix;
  }

  private static Literal literal(DeltaType type, Object value) {
    if (type.isDecimal()) {
      return Literal.ofDecimal((BigDecimal) value, type.precision(), type.scale());
    }
    return switch (type.name()) {
      case "boolean" -> Literal.ofBoolean((Boolean) value);
      case "short" -> Literal.ofShort(((Number) value).shortValue());
      case "integer" -> Literal.ofInt((Integer) value);
      case "long" -> Literal.ofLong((Long) value);
      case "float" -> Literal.ofFloat((Float) value);
      case "double" -> Literal.ofDouble((Double) value);
      case "date" -> Literal.ofDate((Integer) value);
      case "timestamp" -> Literal.ofTimestamp((Long) value);
      case "timestamp_ntz" -> Literal.ofTimestampNtz((Long) value);
      case "string" -> Literal.ofString((String) value);
      default -> throw new IllegalStateException("no statistics for " + type);
    };
  }
}
