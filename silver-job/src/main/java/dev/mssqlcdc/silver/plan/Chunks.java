package dev.mssqlcdc.silver.plan;

import dev.mssqlcdc.schemas.EventDetail;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The chunks of full snapshots that are not settled. */
public final class Chunks {

  private Chunks() {}

  /**
   * From which event on the chunks of a table are needed to plan its run; empty if none are.
   *
   * @param verdict on bronze
   * @param events the table's, without its chunks
   * @param state where silver stands
   */
  public static Optional<EventOffset> neededFrom(
      Verdict verdict, List<FactEvent> events, SilverState state) {
    Snapshots snapshots = Snapshots.of(events);
    Basis basis = snapshots.basisAt(verdict, state);
    if (basis instanceof Basis.Unsettled unsettled) {
      EventOffset opened = unsettled.snapshot().opened();
      return state.addedUpTo().filter(opened::isReachedBy).or(() -> Optional.of(opened));
    }
    return state
        .openSnapshot()
        .flatMap(open -> snapshots.oldestFullAfter(basis.ground()))
        .map(SourceSnapshot::opened);
  }

  /** Chunks of the snapshot that a table does not stand on yet. */
  static List<Chunk> of(Basis basis, List<FactEvent> events) {
    return basis instanceof Basis.Unsettled unsettled
        ? events.stream().flatMap(event -> of(unsettled.snapshot(), event).stream()).toList()
        : List.of();
  }

  private static Optional<Chunk> of(SourceSnapshot snapshot, FactEvent event) {
    return event.detail() instanceof EventDetail.SnapshotChunk chunk
            && chunk.snapshot().equals(snapshot.id())
        ? Optional.of(new Chunk(chunk, snapshot.key(), event.at()))
        : Optional.empty();
  }

  /**
   * Whether silver holds rows, or is about to, that may be ahead of its changes: of the snapshot
   * that is being read, or of one that was stopped.
   */
  static Optional<Held> held(
      Basis basis,
      Snapshots snapshots,
      Verdict verdict,
      List<FactEvent> events,
      SilverState state) {
    if (basis instanceof Basis.Unsettled unsettled) {
      return Optional.of(unsettled.held());
    }
    return state.openSnapshot().isEmpty()
        ? Optional.empty()
        : snapshots
            .fullAfter(basis.ground())
            .flatMap(snapshot -> events.stream().flatMap(event -> of(snapshot, event).stream()))
            .filter(chunk -> mayBeIn(state, chunk))
            .filter(chunk -> !verdict.hasPassed(chunk.detail().readUntil()))
            .findFirst()
            .map(chunk -> new Held(chunk.detail().snapshot(), why(chunk.detail())));
  }

  /** A run that crashed does not tell which chunks it applied, only how far it was to go. */
  private static boolean mayBeIn(SilverState state, Chunk chunk) {
    return Stream.concat(state.applied().stream(), state.applying().stream())
        .anyMatch(lsn -> chunk.from().compareTo(lsn) <= 0);
  }

  private static String why(EventDetail.SnapshotChunk chunk) {
    return "snapshot %s was stopped, and its chunk %d is not settled: a commit later than %s UTC, the end of its read, has to be in bronze"
        .formatted(chunk.snapshot(), chunk.chunk(), Verdict.time(chunk.readUntil()));
  }
}
