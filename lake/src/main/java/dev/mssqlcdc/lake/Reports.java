package dev.mssqlcdc.lake;

import java.util.List;

/**
 * Columns of the reports table: one row per rule that a check held a table to, from reconciling it
 * with the source or from its contract. Times are UTC.
 */
public final class Reports {

  public static final String RUN_ID = "run_id";
  public static final String CHECKED_AT = "checked_at";
  public static final String REPORT = "report";
  public static final String LAYER = "layer";
  public static final String TABLE_NAME = "table_name";
  public static final String END_LSN = "end_lsn";
  public static final String RULE = "rule";
  public static final String COLUMN_NAME = "column_name";
  public static final String OUTCOME = "outcome";
  public static final String EXPECTED = "expected";
  public static final String FOUND = "found";
  public static final String DETAIL = "detail";

  private static final List<Column> COLUMNS =
      List.of(
          new Column(RUN_ID, DeltaType.STRING, "the run that checked; all its rows share it"),
          new Column(CHECKED_AT, DeltaType.TIMESTAMP_NTZ, "when the run began"),
          new Column(
              REPORT,
              DeltaType.STRING,
              "reconcile (with the source) or contract (with the dataset's promise)"),
          new Column(LAYER, DeltaType.STRING, "bronze, silver or history"),
          new Column(TABLE_NAME, DeltaType.STRING, "name of the table in its layer"),
          new Column(END_LSN, DeltaType.STRING, "the table was checked as of this LSN"),
          new Column(
              RULE,
              DeltaType.STRING,
              "what was checked: of reconcile rows, keys or values; of a contract its rule"),
          new Column(COLUMN_NAME, DeltaType.STRING, "the column that the rule is about, if one"),
          new Column(
              OUTCOME, DeltaType.STRING, "ok, breach, or error where it could not be checked"),
          new Column(EXPECTED, DeltaType.STRING, "what the source holds or the contract promises"),
          new Column(FOUND, DeltaType.STRING, "what the table holds"),
          new Column(DETAIL, DeltaType.STRING, "JSON: more of it, for example keys that differ"));

  private Reports() {}

  public static List<Column> columns() {
    return TableKind.REPORTS.latest(COLUMNS);
  }
}
