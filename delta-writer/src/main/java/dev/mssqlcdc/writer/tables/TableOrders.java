package dev.mssqlcdc.writer.tables;

import dev.mssqlcdc.lake.Bronze;
import dev.mssqlcdc.lake.Column;
import dev.mssqlcdc.lake.LakeException;
import dev.mssqlcdc.lake.Properties;
import dev.mssqlcdc.writer.core.AcceptedGap;
import dev.mssqlcdc.writer.core.GapException;
import dev.mssqlcdc.writer.core.TableStopException;
import dev.mssqlcdc.writer.delta.CommitConflictException;
import dev.mssqlcdc.writer.delta.CommitRequest;
import dev.mssqlcdc.writer.delta.KernelTable;
import dev.mssqlcdc.writer.delta.KernelTables;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a table's owner orders, left in the properties of the bronze table: one Delta commit, which
 * every instance of the writer meets before it writes again.
 */
public final class TableOrders {

  private static final int MAX_CONFLICTS = 100;

  private final KernelTables tables;
  private final BronzeTables bronze;

  public TableOrders(KernelTables tables, BronzeTables bronze) {
    this.tables = tables;
    this.bronze = bronze;
  }

  /**
   * Accepts a gap. A bronze table that is gone is created; one that nobody owns is taken over.
   *
   * @param topic as Kafka describes it
   * @param now microseconds UTC
   * @throws TableStopException when the table is another writer's
   */
  public void accept(Topic topic, GapException gap, long now) {
    KernelTable table = bronze.any(topic).orElseGet(() -> bronze.create(topic, List.of()));
    for (int conflicts = 0; conflicts < MAX_CONFLICTS; conflicts++) {
      checkOwner(topic, table);
      checkColumns(table);
      Map<String, String> properties = table.properties();
      Topic known =
          Optional.ofNullable(properties.get(Properties.TOPIC_ID))
              .filter(topic::isMeantBy)
              .map(topic::withId)
              .orElse(topic);
      String former =
          pending(table)
              .map(AcceptedGap::formerTopicId)
              .orElse(properties.getOrDefault(Properties.TOPIC_ID, topic.id()));
      Topic after = gap.next().isPresent() ? known.rewound() : known;
      Map<String, String> set = new HashMap<>(BronzeTables.owner(after));
      set.put(
          Properties.ACCEPTED_GAP, new AcceptedGap(gap.what(), now, former, gap.next()).toJson());
      if (isChanged(table, set, Set.of())) {
        return;
      }
      table = tables.reload(table);
    }
    throw tooManyConflicts(topic);
  }

  /** The gap that was accepted and that no batch has told of yet. */
  public static Optional<AcceptedGap> pending(KernelTable table) {
    return Optional.ofNullable(table.properties().get(Properties.ACCEPTED_GAP))
        .map(AcceptedGap::parse);
  }

  /**
   * Pauses a table.
   *
   * @param since for people
   * @return false when it is paused already
   */
  public boolean pause(Topic topic, String since) {
    return change(topic, false, Map.of(Properties.PAUSED, since), Set.of());
  }

  /**
   * Resumes a table.
   *
   * @return false when it is not paused
   */
  public boolean resume(Topic topic) {
    return change(topic, true, Map.of(), Set.of(Properties.PAUSED));
  }

  private boolean change(Topic topic, boolean paused, Map<String, String> set, Set<String> unset) {
    for (int conflicts = 0; conflicts < MAX_CONFLICTS; conflicts++) {
      KernelTable table =
          bronze
              .any(topic)
              .orElseThrow(
                  () ->
                      new TableStopException(
                          "table %s is not there yet: it is created with its first record"
                              .formatted(topic.table())));
      checkOwner(topic, table);
      if (table.properties().containsKey(Properties.PAUSED) != paused) {
        return false;
      }
      if (isChanged(table, set, unset)) {
        return true;
      }
    }
    throw tooManyConflicts(topic);
  }

  private boolean isChanged(KernelTable table, Map<String, String> set, Set<String> unset) {
    try {
      tables.commit(
          table, CommitRequest.append(List.of(), List.of()).changing(List.of(), set, unset));
      return true;
    } catch (CommitConflictException e) {
      return false;
    }
  }

  private static void checkOwner(Topic topic, KernelTable table) {
    for (Map.Entry<String, String> mine : BronzeTables.owner(topic).entrySet()) {
      String found = table.properties().get(mine.getKey());
      if (found != null
          && !mine.getKey().equals(Properties.TOPIC_ID)
          && !found.equals(mine.getValue())) {
        throw new TableStopException(
            "table %s has property %s = '%s', not '%s': it belongs to another writer"
                .formatted(table.path(), mine.getKey(), found, mine.getValue()));
      }
    }
  }

  private static void checkColumns(KernelTable table) {
    List<String> names = table.logicalColumns().stream().map(Column::name).toList();
    for (Column column : Bronze.columns(List.of())) {
      if (!names.contains(column.name())) {
        throw new TableStopException(
            "table %s has no column %s: it is no bronze table. Move it away, and accept the gap again"
                .formatted(table.path(), column.name()));
      }
    }
  }

  private static LakeException tooManyConflicts(Topic topic) {
    return new LakeException(
        "table %s: other processes committed %d times in between; try again"
            .formatted(topic.table(), MAX_CONFLICTS));
  }
}
