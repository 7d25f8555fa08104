package dev.mssqlcdc.connector.core;

/** A column has another type than the records of its table, found when its rows were to be read. */
public final class TypeChangedException extends SourceException {

  private static final long serialVersionUID = 1L;

  private final transient Column column;
  private final transient SqlType actual;

  /**
   * @param column as the table's records hold it
   * @param actual the type that the rows have
   */
  public TypeChangedException(TableId table, Column column, SqlType actual) {
    super(
        Kind.INCONSISTENT,
        "column %s of table %s changed its type from %s to %s, which the table's records cannot hold"
            .formatted(column.name(), table, column.sqlType().declared(), actual.declared()),
        REMEDY_TYPE);
    this.column = column;
    this.actual = actual;
  }

  public Column column() {
    return column;
  }

  public SqlType actual() {
    return actual;
  }
}
