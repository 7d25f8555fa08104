package dev.mssqlcdc.soak;

import java.util.List;

/** The tables of the load: each has something that others lack. */
final class SoakTables {

  private SoakTables() {}

  static List<SoakTable> first() {
    return List.of(
        new SoakTable(
            "dbo",
            "plain",
            KeyShape.ONE_COLUMN,
            List.of(
                column("a", ColumnKind.INT),
                column("b", ColumnKind.TEXT),
                column("c", ColumnKind.DECIMAL))),
        new SoakTable(
            "dbo",
            "pairs",
            KeyShape.TWO_COLUMNS,
            List.of(
                column("a", ColumnKind.SMALLINT),
                column("b", ColumnKind.UNICODE),
                column("c", ColumnKind.MOMENT))),
        new SoakTable(
            "dbo",
            "heap",
            KeyShape.NO_KEY,
            List.of(column("a", ColumnKind.INT), column("b", ColumnKind.TEXT))),
        new SoakTable(
            "dbo",
            "documents",
            KeyShape.ONE_COLUMN,
            List.of(
                column("text", ColumnKind.MAX_UNICODE),
                column("note", ColumnKind.MAX_TEXT),
                column("pages", ColumnKind.INT))),
        new SoakTable(
            "odd schema",
            "O'Brien & Söhne ]x",
            KeyShape.ONE_COLUMN,
            List.of(column("prix €", ColumnKind.DECIMAL), column("r", ColumnKind.REAL))));
  }

  /** A table that is made while the others are read. */
  static SoakTable late(int number) {
    return new SoakTable(
        "dbo",
        "late" + number,
        number % 2 == 0 ? KeyShape.TWO_COLUMNS : KeyShape.ONE_COLUMN,
        List.of(column("a", ColumnKind.SMALLINT), column("text", ColumnKind.MAX_TEXT)));
  }

  private static SoakColumn column(String name, ColumnKind kind) {
    return new SoakColumn(name, kind);
  }
}
