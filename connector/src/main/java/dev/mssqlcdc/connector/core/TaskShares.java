package dev.mssqlcdc.connector.core;

import java.util.ArrayList;
import java.util.List;

/** Shares tables among tasks. */
public final class TaskShares {

  private TaskShares() {}

  /**
   * At most {@code maxTasks} shares, none empty, whose sizes differ by one at most.
   *
   * @param tables in an order that does not change while they do not
   */
  public static List<List<TableId>> of(List<TableId> tables, int maxTasks) {
    List<List<TableId>> shares = new ArrayList<>();
    for (int i = 0; i < Math.min(maxTasks, tables.size()); i++) {
      shares.add(new ArrayList<>());
    }
    for (int i = 0; i < tables.size(); i++) {
      shares.get(i % shares.size()).add(tables.get(i));
    }
    return shares;
  }
}
