package dev.mssqlcdc.writer.tables;

import dev.mssqlcdc.writer.core.Batch;
import dev.mssqlcdc.writer.core.Resume;
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
 */
public record TablePosition(
    Topic topic,
    Optional<KernelTable> bronze,
    OptionalLong bronzeOffset,
    OptionalLong factsOffset,
    TableState state) {

  /** The last offset that is safe. */
  public OptionalLong offset() {
    return new Resume(bronzeOffset, factsOffset).last();
  }

  TablePosition in(KernelTable table) {
    return new TablePosition(topic, Optional.of(table), bronzeOffset, factsOffset, state);
  }

  /** After a batch whose facts will follow. */
  TablePosition after(KernelTable table, OptionalLong newBronzeOffset, Batch batch) {
    return new TablePosition(
        topic, Optional.of(table), newBronzeOffset, OptionalLong.of(batch.last()), batch.after());
  }
}
