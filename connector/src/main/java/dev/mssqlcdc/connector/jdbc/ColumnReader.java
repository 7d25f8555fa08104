package dev.mssqlcdc.connector.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;

/** Reads one column of the current row in its form on the wire; null for NULL. */
@FunctionalInterface
interface ColumnReader {

  Object read(ResultSet row, int index) throws SQLException;
}
