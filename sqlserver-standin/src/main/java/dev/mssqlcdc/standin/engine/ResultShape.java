package dev.mssqlcdc.standin.engine;

import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * A query and the types that H2 gives its columns: a parameter in its list has the type of each
 * execution's value.
 */
record ResultShape(String sql, List<Integer> types) {

  static ResultShape of(String sql, ResultSetMetaData metadata) throws SQLException {
    int count = metadata.getColumnCount();
    List<Integer> types = new ArrayList<>(3 * count);
    for (int i = 1; i <= count; i++) {
      types.add(metadata.getColumnType(i));
      types.add(metadata.getPrecision(i));
      types.add(metadata.getScale(i));
    }
    return new ResultShape(sql, types);
  }
}
