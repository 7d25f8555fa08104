package dev.mssqlcdc.silver.plan;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.Lsn;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The snapshots of one source table, and which of them its silver table stands on.
 *
 * @param newestFirst every snapshot that the facts tell of
 */
record Snapshots(List<SourceSnapshot> newestFirst) {

  Snapshots {
    newestFirst = List.copyOf(newestFirst);
  }

  static Snapshots of(List<FactEvent> events) {
    Map<String, SourceSnapshot> byId = new LinkedHashMap<>();
    events.stream()
        .sorted(Comparator.comparingLong(FactEvent::offset))
        .forEach(event -> note(byId, event));
    List<SourceSnapshot> sorted = new ArrayList<>(byId.values());
    sorted.sort(SourceSnapshot.BY_AGE.reversed());
    return new Snapshots(sorted);
  }

  Optional<SourceSnapshot> find(String id) {
    return newestFirst.stream().filter(snapshot -> snapshot.id().equals(id)).findFirst();
  }

  /**
   * What the newest snapshot means for silver at a verdict.
   *
   * @param applied id of the last one applied as a whole: it was settled then, so it still is
   */
  Basis basisAt(Verdict verdict, Optional<String> applied) {
    Optional<SourceSnapshot> stopped = Optional.empty();
    for (SourceSnapshot snapshot : newestFirst) {
      if (snapshot.progress() instanceof SourceSnapshot.Stopped) {
        stopped = stopped.or(() -> Optional.of(snapshot));
      } else if (stopped.isEmpty() || !snapshot.isOpen()) {
        return basis(snapshot, verdict, applied);
      } // else: an open one below a newer one was superseded and never completes
    }
    return stopped.<Basis>map(Snapshots::nothingBelow).orElseGet(Basis.NoSnapshot::new);
  }

  private static Basis basis(SourceSnapshot snapshot, Verdict verdict, Optional<String> applied) {
    if (snapshot.partial()) {
      return new Basis.Unusable(
          "snapshot %s is partial (filtered): this release applies full snapshots only; take a full one"
              .formatted(snapshot.id()));
    }
    if (!(snapshot.progress() instanceof SourceSnapshot.Complete complete)) {
      return new Basis.Unusable("snapshot %s is still being read".formatted(snapshot.id()));
    }
    if (applied.filter(snapshot.id()::equals).isPresent()
        || verdict.hasPassed(complete.readUntil())) {
      return new Basis.Settled(snapshot);
    }
    return new Basis.Unusable(
        "snapshot %s is complete, but not settled: the verdict on bronze (%s) has to pass the end of its read"
            .formatted(snapshot.id(), verdict.endLsn()));
  }

  private static Basis.Unusable nothingBelow(SourceSnapshot stopped) {
    return new Basis.Unusable(
        "snapshot %s was stopped and no earlier one is complete: take a new snapshot"
            .formatted(stopped.id()));
  }

  private static void note(Map<String, SourceSnapshot> byId, FactEvent event) {
    if (event.detail() instanceof EventDetail.SnapshotOpen open) {
      byId.putIfAbsent(open.snapshot(), opened(open, event.offset()));
    } else if (event.detail() instanceof EventDetail.SnapshotComplete complete) {
      byId.merge(
          complete.snapshot(),
          completed(complete, event.offset()),
          (open, completed) -> open.with(completed.progress()));
    } else if (event.detail() instanceof EventDetail.SnapshotStopped stopped) {
      byId.computeIfPresent(
          stopped.snapshot(), (id, open) -> open.with(new SourceSnapshot.Stopped(stopped.cause())));
    }
  }

  private static SourceSnapshot opened(EventDetail.SnapshotOpen open, long offset) {
    return new SourceSnapshot(
        open.snapshot(), Lsn.parse(open.s()), offset, open.partial(), new SourceSnapshot.Open());
  }

  private static SourceSnapshot completed(EventDetail.SnapshotComplete complete, long offset) {
    return new SourceSnapshot(
        complete.snapshot(),
        Lsn.parse(complete.s()),
        offset,
        complete.partial(),
        new SourceSnapshot.Complete(complete.readUntil()));
  }
}
