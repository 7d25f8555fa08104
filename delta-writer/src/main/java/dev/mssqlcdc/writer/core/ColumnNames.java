package dev.mssqlcdc.writer.core;

import java.util.regex.Pattern;

/** Which names the columns of a Delta table can bear. */
public final class ColumnNames {

  // What Parquet's schema language would misread, as Delta lists it.
  private static final Pattern REFUSED = Pattern.compile("[ ,;{}()\\n\\t=]");

  private ColumnNames() {}

  /** Whether Delta refuses the name in a table without column mapping. */
  public static boolean needMapping(String column) {
    return REFUSED.matcher(column).find();
  }
}
