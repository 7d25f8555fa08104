package dev.mssqlcdc.writer.tables;

import dev.mssqlcdc.writer.core.FactsRow;
import java.util.List;
import java.util.OptionalLong;

/**
 * The facts rows of one batch.
 *
 * @param previous how far the facts table had come before
 * @param last last offset of the batch
 */
public record FactsBatch(String appId, OptionalLong previous, long last, List<FactsRow> rows) {

  public FactsBatch {
    rows = List.copyOf(rows);
  }
}
