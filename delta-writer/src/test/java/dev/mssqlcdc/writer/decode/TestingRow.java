package dev.mssqlcdc.writer.decode;

import dev.mssqlcdc.lake.Column;
import dev.mssqlcdc.lake.DeltaType;
import dev.mssqlcdc.writer.delta.RowBuffer;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A decoded row as objects. */
final class TestingRow {

  private TestingRow() {}

  static Map<String, Object> values(RowBuffer row, List<Column> columns) {
    Map<String, Object> values = new HashMap<>();
    for (int i = 0; i < columns.size(); i++) {
      values.put(
          columns.get(i).name(), row.isPresent(i) ? value(row, i, columns.get(i).type()) : null);
    }
    return values;
  }

  private static Object value(RowBuffer row, int i, DeltaType type) {
    if (type.isDecimal()) {
      BigInteger unscaled =
          type.precision() > 18 ? new BigInteger(bytes(row, i)) : BigInteger.valueOf(row.number(i));
      return new BigDecimal(unscaled, type.scale());
    }
    return switch (type.name()) {
      case "boolean" -> row.number(i) == 1;
      case "short", "integer", "date" -> (int) row.number(i);
      case "float" -> Float.intBitsToFloat((int) row.number(i));
      case "double" -> Double.longBitsToDouble(row.number(i));
      case "string" -> new String(bytes(row, i), StandardCharsets.UTF_8);
      case "binary" -> bytes(row, i);
      default -> row.number(i);
    };
  }

  private static byte[] bytes(RowBuffer row, int i) {
    return Arrays.copyOfRange(row.array(i), row.start(i), row.start(i) + row.length(i));
  }
}
