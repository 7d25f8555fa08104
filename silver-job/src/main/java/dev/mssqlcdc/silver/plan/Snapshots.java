package dev.mssqlcdc.silver.plan;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.Lsn;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The snapshots of one source table, and which of them its silver table stands on. Only full ones
 * are a basis; partial ones add rows, and hold nothing but a table that begins with one.
 *
 * @param newestFirst every snapshot that the facts tell of
 */
record Snapshots(List<SourceSnapshot> newestFirst) {

  /** What {@code snapshot_open} gives as the reason of a table's first snapshot. */
  private static final String INITIAL = "initial";

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
   * What silver stands on at a verdict.
   *
   * @param state where silver stands: a snapshot that it has was settled then, so it still is
   */
  Basis basisAt(Verdict verdict, SilverState state) {
    Optional<SourceSnapshot> stopped = Optional.empty();
    for (SourceSnapshot snapshot : full().toList()) {
      if (snapshot.isStopped()) {
        stopped = stopped.or(() -> Optional.of(snapshot));
      } else if (stopped.isEmpty() || !snapshot.isOpen()) {
        return basis(snapshot, verdict, state);
      } // else: an open one below a newer one was superseded and never completes
    }
    return stopped
        .map(Snapshots::unusable)
        .orElseGet(() -> state.applied().isPresent() ? new Basis.NoSnapshot() : first(verdict));
  }

  /** The full snapshot that silver can be built from, if nothing newer is read. */
  Optional<SourceSnapshot> newestSettled(Verdict verdict) {
    return full().filter(snapshot -> snapshot.isSettledAt(verdict)).findFirst();
  }

  /** Partial snapshots that are complete. */
  Stream<PartialSnapshot> partialAfter(Optional<SourceSnapshot> basis) {
    return partial()
        .filter(snapshot -> basis.isEmpty() || snapshot.isNewerThan(basis.get()))
        .flatMap(Snapshots::complete);
  }

  /** Full snapshots that are newer than what silver stands on. */
  Stream<SourceSnapshot> fullAfter(Optional<SourceSnapshot> basis) {
    return full().filter(snapshot -> basis.isEmpty() || snapshot.isNewerThan(basis.get()));
  }

  Optional<SourceSnapshot> oldestFullAfter(Optional<SourceSnapshot> basis) {
    return fullAfter(basis).reduce((newer, older) -> older);
  }

  private Stream<SourceSnapshot> full() {
    return newestFirst.stream().filter(snapshot -> !snapshot.partial());
  }

  private Stream<SourceSnapshot> partial() {
    return newestFirst.stream().filter(SourceSnapshot::partial);
  }

  private static Stream<PartialSnapshot> complete(SourceSnapshot snapshot) {
    return snapshot.progress() instanceof SourceSnapshot.Complete complete
        ? Stream.of(
            new PartialSnapshot(snapshot.id(), snapshot.s(), complete.readUntil(), complete.at()))
        : Stream.empty();
  }

  /** A table that begins with a partial snapshot is nothing before the rows of one have come. */
  private Basis first(Verdict verdict) {
    return partial()
        .filter(SourceSnapshot::initial)
        .findFirst()
        .filter(initial -> partial().noneMatch(any -> any.isSettledAt(verdict)))
        .map(Snapshots::unusable)
        .orElseGet(Basis.NoSnapshot::new);
  }

  private Basis basis(SourceSnapshot snapshot, Verdict verdict, SilverState state) {
    if (isGround(snapshot, verdict, state)) {
      return new Basis.Settled(snapshot);
    }
    Optional<SourceSnapshot> ground =
        full().filter(snapshot::isNewerThan).filter(s -> isGround(s, verdict, state)).findFirst();
    return new Basis.Unsettled(snapshot, ground, new Held(snapshot.id(), unsettled(snapshot)));
  }

  private static boolean isGround(SourceSnapshot snapshot, Verdict verdict, SilverState state) {
    return state.snapshotId().filter(snapshot.id()::equals).isPresent()
        || snapshot.isSettledAt(verdict);
  }

  private static Basis unusable(SourceSnapshot snapshot) {
    return new Basis.Unusable(unsettled(snapshot));
  }

  private static String unsettled(SourceSnapshot snapshot) {
    return "snapshot %s %s".formatted(snapshot.id(), why(snapshot.progress()));
  }

  private static String why(SourceSnapshot.Progress progress) {
    if (progress instanceof SourceSnapshot.Stopped stopped) {
      return "was stopped (%s) and no earlier one is complete: %s"
          .formatted(stopped.cause(), stopped.remedy());
    }
    if (progress instanceof SourceSnapshot.Complete complete) {
      return "is complete, but not settled: a commit later than %s UTC, the end of its read, has to be in bronze"
          .formatted(Verdict.time(complete.readUntil()));
    }
    return "is still being read";
  }

  private static void note(Map<String, SourceSnapshot> byId, FactEvent event) {
    if (event.detail() instanceof EventDetail.SnapshotOpen open) {
      byId.putIfAbsent(open.snapshot(), opened(open, event.at()));
    } else if (event.detail() instanceof EventDetail.SnapshotComplete complete) {
      byId.merge(
          complete.snapshot(),
          completed(complete, event.at()),
          (open, completed) -> open.with(completed.progress()));
    } else if (event.detail() instanceof EventDetail.SnapshotStopped stopped) {
      byId.computeIfPresent(stopped.snapshot(), (id, open) -> open.with(stopped(stopped)));
    }
  }

  private static SourceSnapshot.Stopped stopped(EventDetail.SnapshotStopped event) {
    String remedy = Optional.ofNullable(event.remedy()).orElse("take a new snapshot");
    return new SourceSnapshot.Stopped(event.cause(), remedy);
  }

  private static SourceSnapshot opened(EventDetail.SnapshotOpen open, EventOffset at) {
    return new SourceSnapshot(
        open.snapshot(),
        Lsn.parse(open.s()),
        at,
        open.key() == null ? List.of() : open.key(),
        open.partial(),
        INITIAL.equals(open.reason()),
        new SourceSnapshot.Open());
  }

  private static SourceSnapshot completed(EventDetail.SnapshotComplete complete, EventOffset at) {
    return new SourceSnapshot(
        complete.snapshot(),
        Lsn.parse(complete.s()),
        at,
        List.of(),
        complete.partial(),
        false,
        new SourceSnapshot.Complete(complete.readUntil(), at));
  }
}
