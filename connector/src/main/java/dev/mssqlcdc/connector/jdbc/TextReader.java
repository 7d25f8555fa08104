package dev.mssqlcdc.connector.jdbc;

import dev.mssqlcdc.schemas.Surrogates;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads UTF-16 text. The driver's decoder replaces a lone surrogate together with the unit that
 * follows it; then the text is decoded again from its bytes, so that only the surrogate is lost.
 */
final class TextReader implements ColumnReader {

  private static final Logger LOG = LoggerFactory.getLogger(TextReader.class);

  private final String column;
  private final Set<String> warned;

  /**
   * @param column table and column, for the warning
   * @param warned columns that were warned about
   */
  TextReader(String column, Set<String> warned) {
    this.column = column;
    this.warned = warned;
  }

  @Override
  public Object read(ResultSet row, int index) throws SQLException {
    String text = row.getString(index);
    if (text == null || text.indexOf(Surrogates.REPLACEMENT) < 0) {
      return text;
    }
    String units = Surrogates.units(row.getBytes(index));
    String repaired = Surrogates.repair(units);
    if (!repaired.equals(units) && warned.add(column)) {
      LOG.warn(
          "Column {} holds surrogates without a partner, which UTF-8 has no form for: they are sent as U+FFFD",
          column);
    }
    return repaired;
  }
}
