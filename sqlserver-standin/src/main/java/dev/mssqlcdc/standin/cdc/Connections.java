package dev.mssqlcdc.standin.cdc;

import java.sql.Connection;
import java.sql.SQLException;

/** Opens connections to the H2 database that stores the tables. */
@FunctionalInterface
public interface Connections {
  Connection open() throws SQLException;
}
