package dev.mssqlcdc.connector.core;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a table has seen of the signal topic: part of its offset, so that a restart neither forgets
 * a request nor serves it twice.
 *
 * @param next from where on the table has seen nothing; empty while that is not known
 * @param paused whether no chunks are to be read
 * @param pending snapshots that were asked for and are not open yet, the oldest first
 * @param served ids of the last signals that were heeded, the newest last
 */
public record SignalOffset(
    Optional<SignalPosition> next,
    boolean paused,
    List<SnapshotRequest> pending,
    List<String> served) {

  /** A table that has seen no signal. */
  public static final SignalOffset EMPTY =
      new SignalOffset(Optional.empty(), false, List.of(), List.of());

  static final int SERVED_KEPT = 100;

  /** Kafka takes offsets of up to a megabyte, and JSON writes six bytes for some characters. */
  static final int PENDING_CHARS = 100_000;

  private static final long UNKNOWN = -1;
  private static final String TOPIC = "signal_topic";
  private static final String NEXT = "signal_next";
  private static final String PAUSED = "signal_paused";
  private static final String PENDING = "signal_pending";
  private static final String SERVED = "signal_served";

  /** What a signal means to a table. */
  public enum Effect {
    /** The table has seen this record before. */
    REPLAYED,
    /** The table has heeded another signal of this id. */
    REPEATED,
    /** A snapshot waits to be opened. */
    QUEUED,
    /** Too much waits already; the same id may be sent again later. */
    REFUSED,
    PAUSED,
    RESUMED,
    /** The snapshot being read is to be given up; none waits any more. */
    STOPPED
  }

  /**
   * A signal was seen.
   *
   * @param offset the table's from now on
   */
  public record Seen(SignalOffset offset, Effect effect) {}

  /**
   * A request was taken.
   *
   * @param rest the table's offset from now on
   */
  public record Taken(SnapshotRequest request, SignalOffset rest) {}

  /** The table heeds what comes from there on, unless it knows better already. */
  public SignalOffset beginAt(SignalPosition end) {
    return next.isPresent() ? this : with(end);
  }

  /** A signal that is not for this table. */
  public SignalOffset pass(Signal signal) {
    return isSeen(signal) ? this : with(signal.at().next());
  }

  /** A signal that is for this table. */
  public Seen see(Signal signal) {
    if (isSeen(signal)) {
      return new Seen(this, Effect.REPLAYED);
    }
    SignalOffset past = with(signal.at().next());
    if (served.contains(signal.id())) {
      return new Seen(past, Effect.REPEATED);
    }
    return switch (signal.action()) {
      case SNAPSHOT -> past.request(new SnapshotRequest(signal.id(), signal.where()));
      case PAUSE -> new Seen(past.heeded(signal.id(), true, pending), Effect.PAUSED);
      case RESUME -> new Seen(past.heeded(signal.id(), false, pending), Effect.RESUMED);
      case STOP -> new Seen(past.heeded(signal.id(), paused, List.of()), Effect.STOPPED);
    };
  }

  private Seen request(SnapshotRequest request) {
    int waiting = pending.stream().mapToInt(SnapshotRequest::length).sum();
    if (waiting + request.length() > PENDING_CHARS) {
      return new Seen(this, Effect.REFUSED);
    }
    List<SnapshotRequest> more = new ArrayList<>(pending);
    more.add(request);
    return new Seen(heeded(request.id(), paused, List.copyOf(more)), Effect.QUEUED);
  }

  /** The snapshot to open next, if one was asked for. */
  public Optional<Taken> takeNext() {
    return pending.stream()
        .findFirst()
        .map(
            first ->
                new Taken(
                    first,
                    new SignalOffset(
                        next, paused, List.copyOf(pending.subList(1, pending.size())), served)));
  }

  private boolean isSeen(Signal signal) {
    return next.filter(signal.at()::isBefore).isPresent();
  }

  private SignalOffset with(SignalPosition position) {
    return new SignalOffset(Optional.of(position), paused, pending, served);
  }

  private SignalOffset heeded(String id, boolean pausedNow, List<SnapshotRequest> pendingNow) {
    List<String> ids = new ArrayList<>(served);
    ids.add(id);
    int surplus = Math.max(0, ids.size() - SERVED_KEPT);
    return new SignalOffset(
        next, pausedNow, pendingNow, List.copyOf(ids.subList(surplus, ids.size())));
  }

  /** Entries of the table's offset: none of a table that has seen no signal. */
  public Map<String, Object> toMap() {
    if (equals(EMPTY)) {
      return Map.of();
    }
    Map<String, Object> map = new LinkedHashMap<>();
    map.put(TOPIC, next.map(SignalPosition::topic).orElse(""));
    map.put(NEXT, next.map(SignalPosition::offset).orElse(UNKNOWN));
    map.put(PAUSED, paused ? 1L : 0L);
    map.put(PENDING, SqlNames.formatList(flat(pending)));
    map.put(SERVED, SqlNames.formatList(served));
    return map;
  }

  private static List<String> flat(List<SnapshotRequest> requests) {
    List<String> texts = new ArrayList<>();
    for (SnapshotRequest request : requests) {
      texts.add(request.id());
      texts.add(request.where().orElse(""));
    }
    return texts;
  }

  /**
   * Reads what {@link #toMap} wrote; an offset without these entries is one that has seen no
   * signal.
   *
   * @throws IllegalArgumentException naming the entry that is missing or malformed
   */
  public static SignalOffset parse(Map<String, ?> map) {
    var entries = new OffsetEntries(map);
    if (!entries.has(NEXT)) {
      return EMPTY;
    }
    long offset = entries.number(NEXT);
    return new SignalOffset(
        offset == UNKNOWN
            ? Optional.empty()
            : Optional.of(new SignalPosition(entries.text(TOPIC), offset)),
        entries.number(PAUSED) != 0,
        requests(SqlNames.parseList(entries.text(PENDING))),
        List.copyOf(SqlNames.parseList(entries.text(SERVED))));
  }

  private static List<SnapshotRequest> requests(List<String> texts) {
    if (texts.size() % 2 != 0) {
      throw new IllegalArgumentException("'%s' holds half a request: %s".formatted(PENDING, texts));
    }
    List<SnapshotRequest> requests = new ArrayList<>();
    for (int i = 0; i < texts.size(); i += 2) {
      String where = texts.get(i + 1);
      requests.add(
          new SnapshotRequest(
              texts.get(i), where.isEmpty() ? Optional.empty() : Optional.of(where)));
    }
    return List.copyOf(requests);
  }
}
