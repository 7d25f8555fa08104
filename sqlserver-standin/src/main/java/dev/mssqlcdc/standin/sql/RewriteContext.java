package dev.mssqlcdc.standin.sql;

import java.util.List;
import java.util.Optional;

/** What rewriting has to know about the session. */
public interface RewriteContext {
  /** True if the server has a database of this name. */
  boolean isDatabase(String name);

  /** The H2 table behind a table variable; empty for any other variable. */
  Optional<String> tableVariable(String name);

  /**
   * The captured columns of an instance in their order.
   *
   * @param database empty for the current database
   * @throws dev.mssqlcdc.standin.model.SqlError 208 if there is no such instance
   */
  List<String> capturedColumns(Optional<String> database, String captureInstance);

  /**
   * The columns that identify a row of an instance.
   *
   * @param database empty for the current database
   * @throws dev.mssqlcdc.standin.model.SqlError 208 if there is no such instance or if it does not
   *     support net changes
   */
  List<String> keyColumns(Optional<String> database, String captureInstance);
}
