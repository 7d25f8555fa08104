package dev.mssqlcdc.quickstart;

import dev.mssqlcdc.schemas.Lsn;
import java.sql.SQLException;
import java.util.List;

/** A database whose tables a connector captures. */
interface Source {

  /** Name of the connector, and the prefix of its topics. */
  String connector();

  List<? extends SourceTable> tables();

  /**
   * Commits one more change, and waits until capture has seen it.
   *
   * @return its LSN: every commit before is at or below it
   */
  Lsn finish() throws SQLException;
}
