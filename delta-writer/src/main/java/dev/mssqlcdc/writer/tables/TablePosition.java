package dev.mssqlcdc.writer.tables;

import dev.mssqlcdc.lake.Properties;
import dev.mssqlcdc.writer.core.AcceptedGap;
import dev.mssqlcdc.writer.core.Batch;
import dev.mssqlcdc.writer.core.BatchTarget;
import dev.mssqlcdc.writer.core.GapException;
import dev.mssqlcdc.writer.core.Resume;
import dev.mssqlcdc.writer.core.TablePausedException;
import dev.mssqlcdc.writer.core.TableState;
import dev.mssqlcdc.writer.delta.KernelTable;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Where a table stands.
 *
 * @param bronze the table, once it is created
 * @param bronzeOffset last offset in it
 * @param factsOffset last offset in the facts table
 * @param state what is known after that
 * @param accepted a gap before the next record, which the next batch tells of
 */
public record TablePosition(
    Topic topic,
    Optional<KernelTable> bronze,
    OptionalLong bronzeOffset,
    OptionalLong factsOffset,
    TableState state,
    Optional<AcceptedGap> accepted) {

  /** The last offset that is safe. */
  public OptionalLong offset() {
    return new Resume(bronzeOffset, factsOffset).last();
  }

  TablePosition in(KernelTable table) {
    return new TablePosition(topic, Optional.of(table), bronzeOffset, factsOffset, state, accepted);
  }

  /** After a batch whose facts will follow. */
  TablePosition after(KernelTable table, OptionalLong newBronzeOffset, Batch batch) {
    return new TablePosition(
        topic,
        Optional.of(table),
        newBronzeOffset,
        OptionalLong.of(batch.last()),
        batch.after(),
        Optional.empty());
  }

  /**
   * Fails while the owner has paused the table.
   *
   * @throws TablePausedException saying how to resume it
   */
  public void refuseIfPaused() {
    bronze
        .map(table -> table.properties().get(Properties.PAUSED))
        .ifPresent(
            since -> {
              throw new TablePausedException(topic.table(), since);
            });
  }

  /** What holds the verdict although the table goes on. */
  public Optional<GapException> heldGap() {
    return state
        .hold()
        .map(
            hold ->
                new GapException(
                    topic.table(),
                    "records of topic %s from offset %d on are in the dead letter topic"
                        .formatted(topic.name(), hold.since()),
                    ""));
  }

  /** Where a batch goes. */
  BatchTarget target() {
    KernelTable table = bronze.orElseThrow();
    return new BatchTarget(
        topic.appId(),
        topic.name(),
        topic.table(),
        table.id(),
        Optional.ofNullable(table.properties().get(Properties.SOURCE)));
  }
}
