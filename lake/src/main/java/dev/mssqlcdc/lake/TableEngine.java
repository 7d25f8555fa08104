package dev.mssqlcdc.lake;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The port through which an engine opens, creates and migrates tables. Use {@link TableOpener},
 * which knows when to do which.
 *
 * @param <T> the engine's own view of a table
 */
public interface TableEngine<T extends LakeTable> {

  /**
   * The table at its newest version; empty when there is none.
   *
   * @throws LakeException when there may be one and it cannot be read
   */
  Optional<T> find(String path);

  /**
   * Creates the table; where another process has created it in between, opens that one.
   *
   * @throws LakeException when it cannot be created
   */
  T create(String path, TableDefinition definition);

  /**
   * Adds columns at the table's end and sets properties, in one commit.
   *
   * @param table as it was read: nothing is committed on top of a definition that has changed since
   * @return the table afterwards; empty when another process came first and nothing was committed
   * @throws LakeException when it failed; whether it was committed is then unknown
   */
  Optional<T> change(T table, List<Column> added, Map<String, String> properties);
}
