package dev.mssqlcdc.lake;

import java.util.Optional;

/**
 * The port through which an engine opens and creates tables.
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
}
