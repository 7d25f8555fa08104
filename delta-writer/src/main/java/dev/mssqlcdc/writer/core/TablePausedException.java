package dev.mssqlcdc.writer.core;

/** The table's owner has paused it; its records wait in the topic. */
public final class TablePausedException extends TableStopException {

  private static final long serialVersionUID = 1L;

  public TablePausedException(String table, String since) {
    super(
        "table %s is paused since %s; resume it with: delta-writer resume --config FILE --table %s"
            .formatted(table, since, table));
  }
}
