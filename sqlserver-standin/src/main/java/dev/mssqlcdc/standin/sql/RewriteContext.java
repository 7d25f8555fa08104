package dev.mssqlcdc.standin.sql;

import dev.mssqlcdc.standin.model.Collation;
import dev.mssqlcdc.standin.model.SqlType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What rewriting has to know about the session. */
public interface RewriteContext {
  /** True if the server has a database of this name. */
  boolean isDatabase(String name);

  /** The H2 table behind a table variable; empty for any other variable. */
  Optional<String> tableVariable(String name);

  /** The H2 table behind a {@code #name}. */
  Optional<String> temporaryTable(String name);

  /**
   * The captured columns of an instance in their order.
   *
   * @param database empty for the current database
   * @throws dev.mssqlcdc.standin.model.SqlError 208 if there is no such instance
   */
  List<String> capturedColumns(Optional<String> database, String captureInstance);

  /**
   * The columns of a table, also of a temporary one and of a table variable.
   *
   * @param name of one to three parts
   * @return types by lower-case name, in the order of the table; empty if there is no such table
   */
  Optional<Map<String, SqlType>> columns(List<String> name);

  /** The declared type of a variable. */
  Optional<SqlType> variableType(String name);

  /** The names of the current database's own tables and columns. */
  Set<String> names();

  /** The current database's. */
  Collation collation();

  /** How strings compare in the current database. */
  default Collation.Rule rule() {
    return collation().rule();
  }

  /**
   * The columns that identify a row of an instance.
   *
   * @param database empty for the current database
   * @throws dev.mssqlcdc.standin.model.SqlError 208 if there is no such instance or if it does not
   *     support net changes
   */
  List<String> keyColumns(Optional<String> database, String captureInstance);
}
