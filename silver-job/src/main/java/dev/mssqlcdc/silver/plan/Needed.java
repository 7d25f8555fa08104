package dev.mssqlcdc.silver.plan;

import dev.mssqlcdc.schemas.Lsn;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * From which LSN on what the lake holds of a source table is still needed, whatever its age: by the
 * tables that are fed from bronze and have not come so far, and to build them anew.
 *
 * @param rowsFrom bronze rows and events of chunks below it are not needed; zero if all are
 * @param progressFrom events below it that only tell of progress are not needed
 * @param why where all rows are needed; otherwise empty
 */
public record Needed(Lsn rowsFrom, Lsn progressFrom, String why) {

  public Needed {
    Objects.requireNonNull(rowsFrom, "rowsFrom");
    Objects.requireNonNull(progressFrom, "progressFrom");
    Objects.requireNonNull(why, "why");
  }

  /**
   * A table that is fed from bronze.
   *
   * @param layer for messages
   * @param applied changes up to this LSN are applied; empty for none
   */
  public record Target(String layer, Optional<Lsn> applied) {

    public Target {
      Objects.requireNonNull(layer, "layer");
      Objects.requireNonNull(applied, "applied");
    }
  }

  /**
   * What is needed of a table.
   *
   * @param targets read before the events
   * @param bronze the verdict on bronze, read before the events
   * @param events what the facts tell of the table's snapshots
   */
  public static Needed of(List<Target> targets, Optional<Verdict> bronze, List<FactEvent> events) {
    if (targets.isEmpty()) {
      return new Needed(
          Lsn.ZERO,
          Lsn.MAX,
          "no silver or history table is fed from it: bronze is all that there is of its rows");
    }
    Optional<Target> unfed = targets.stream().filter(each -> each.applied().isEmpty()).findFirst();
    if (unfed.isPresent()) {
      return new Needed(Lsn.ZERO, Lsn.ZERO, unfed.get().layer() + " has nothing of it applied yet");
    }
    Lsn applied =
        targets.stream().flatMap(each -> each.applied().stream()).reduce(Lsn.MAX, Lsn::min);
    return bronze
        .flatMap(Snapshots.of(events)::newestSettled)
        .map(snapshot -> new Needed(Lsn.min(applied, snapshot.s()), applied, ""))
        .orElseGet(
            () ->
                new Needed(
                    Lsn.ZERO,
                    applied,
                    "no full snapshot of it is complete and settled, so silver could not be built"
                        + " anew without the old rows: take one"));
  }
}
