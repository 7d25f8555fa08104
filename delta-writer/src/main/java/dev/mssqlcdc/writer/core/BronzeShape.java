package dev.mssqlcdc.writer.core;

import dev.mssqlcdc.lake.Column;
import java.util.List;

/**
 * A bronze table as far as it decides which columns it can take.
 *
 * @param columnMapping whether its columns have physical names of their own
 * @param typeWidening whether its owner lets columns be widened
 */
public record BronzeShape(
    String path, List<Column> columns, boolean columnMapping, boolean typeWidening) {

  public BronzeShape {
    columns = List.copyOf(columns);
  }
}
