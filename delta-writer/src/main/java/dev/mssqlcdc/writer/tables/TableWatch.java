package dev.mssqlcdc.writer.tables;

import dev.mssqlcdc.writer.delta.KernelTable;
import dev.mssqlcdc.writer.delta.KernelTables;
import java.util.OptionalLong;

/** Notices what other processes have done to a bronze table since it was read. */
final class TableWatch {

  private final KernelTables tables;
  private final BronzeTables bronze;

  TableWatch(KernelTables tables, BronzeTables bronze) {
    this.tables = tables;
    this.bronze = bronze;
  }

  /**
   * The table as it is now, also where no commit would meet a change.
   *
   * @throws StaleException when what is known of it holds no longer
   */
  TablePosition current(TablePosition at) {
    return at.bronze().isEmpty() || tables.isNewest(at.bronze().get()) ? at : reloaded(at);
  }

  /**
   * The table at its newest version.
   *
   * @throws StaleException when what is known of it holds no longer
   */
  TablePosition reloaded(TablePosition at) {
    KernelTable before = at.bronze().orElseThrow();
    KernelTable now = bronze.reopen(before);
    OptionalLong found = tables.transactionVersion(now, at.topic().appId());
    if (!found.equals(at.bronzeOffset())) {
      throw new StaleException(
          "topic %s: another instance wrote up to offset %s, this one followed %s"
              .formatted(at.topic().name(), found, at.bronzeOffset()));
    }
    if (!Directives.of(now).equals(Directives.of(before))) {
      throw new StaleException("table %s was changed by its owner".formatted(at.topic().table()));
    }
    return at.in(now);
  }
}
