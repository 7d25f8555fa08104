package dev.mssqlcdc.standin.model;

import java.util.Iterator;
import java.util.List;

/**
 * Rows handed over one at a time, so that a result of any size needs the memory of one row.
 *
 * <p>Values are Boolean, Integer (tinyint, smallint, int), Long, Float, Double, BigDecimal,
 * LocalDate, LocalTime, LocalDateTime, OffsetDateTime, UUID, String, byte[] or null, as the type of
 * the column demands.
 */
public interface RowCursor {
  /** Moves to the next row; false after the last. */
  boolean next();

  /** The value of the column at the zero-based index. */
  Object value(int index);

  /** A cursor over rows in memory. */
  static RowCursor over(List<Object[]> rows) {
    Iterator<Object[]> iterator = rows.iterator();
    return new RowCursor() {
      private Object[] row = {};

      @Override
      public boolean next() {
        if (!iterator.hasNext()) {
          return false;
        }
        row = iterator.next();
        return true;
      }

      @Override
      public Object value(int index) {
        return row[index];
      }
    };
  }
}
