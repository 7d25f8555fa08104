package dev.mssqlcdc.silver.plan;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.silver.spark.TestingLake;
import dev.mssqlcdc.silver.spark.TestingRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;

/**
 * What a connector makes of a source table that lives through random transactions while capture
 * lags behind: changes, progress and snapshots of all kinds, in one topic. A moment is the number
 * of commits so far; the n-th has the LSN n.
 */
public final class TestingStream {

  /** One record of the topic. */
  public sealed interface Entry {

    /** Its Kafka offset. */
    long offset();
  }

  /** A change row. */
  public record Change(Image<Integer, String> image) implements Entry {
    @Override
    public long offset() {
      return image.offset();
    }
  }

  /** A snapshot's row. */
  public record SnapshotRow(Image<Integer, String> image, String snapshot, int chunk)
      implements Entry {
    @Override
    public long offset() {
      return image.offset();
    }
  }

  /** An event that decides what silver may do. */
  public record Told(EventDetail detail, Lsn lsn, long offset) implements Entry {}

  /** Every commit up to an LSN has come. */
  public record Progress(long end, long offset) implements Entry {}

  private static final long MICROS = 1_000_000;
  private static final int MOST_KEYS_OF_A_CHUNK = 3;

  private final TestingHistory history;
  private final int commits;
  private final Random random;
  private final List<Entry> topic = new ArrayList<>();
  private long now;
  private long captured;
  private long streamed;
  private Reading full;
  private Reading partial;
  private int snapshots;
  private final List<Loss> losses = new ArrayList<>();
  private boolean fullStopped;

  /**
   * A table.
   *
   * @param commits how many it has; afterwards time only goes on
   */
  public TestingStream(long seed, int commits) {
    this.history = new TestingHistory(seed, commits);
    this.commits = commits;
    this.random = new Random(seed);
    if (random.nextBoolean()) {
      beginWithRows();
    }
  }

  /** The table has rows from before its changes were captured. */
  private void beginWithRows() {
    now = random.nextInt(commits / 3);
    captured = now;
    streamed = now;
    losses.add(new Loss(-1, now));
    openFull("initial");
    progress();
  }

  /** Commits above an LSN and up to another that are in no record. */
  private record Loss(long from, long to) {}

  /** A snapshot under way. */
  private static final class Reading {
    private final String id;
    private final long s;
    private final boolean isPartial;
    private final int max;
    private int chunk;
    private Integer last;
    private long readUntil;

    Reading(String id, long s, boolean isPartial, int max) {
      this.id = id;
      this.s = s;
      this.isPartial = isPartial;
      this.max = max;
    }
  }

  /** The topic so far. */
  public List<Entry> topic() {
    return topic;
  }

  /** The table as it was after the n-th commit. */
  public Map<Integer, String> tableAt(long n) {
    return new TreeMap<>(history.tableAt(Math.min(n, commits)));
  }

  /**
   * Whether a silver table that stands on a snapshot can be whole at an LSN: changes that were lost
   * are in no topic, only a snapshot that was opened later knows of them.
   *
   * @param snapshot its id; null for none
   */
  public boolean isWhole(String snapshot, long end) {
    long s = snapshot == null ? -1 : Long.parseLong(snapshot.substring(0, snapshot.indexOf('-')));
    return losses.stream().noneMatch(loss -> loss.from() < end && s < loss.to());
  }

  /** When the n-th commit was made, microseconds since 1970 UTC. */
  private static long micros(long n) {
    return TestingLake.micros(TestingRow.commitTime(lsn(n)));
  }

  /** Something happens. */
  public void step() {
    switch (random.nextInt(12)) {
      case 0, 1 -> now++;
      case 2 -> capture();
      case 3, 4, 5 -> stream();
      case 6 -> openSome();
      case 7, 8, 9 -> readSome();
      case 10 -> stopSome();
      default -> lose();
    }
  }

  /** Whatever was begun comes to its end, and a full snapshot shows all there is. */
  public void end() {
    now = Math.max(now, commits);
    captured = now;
    stream();
    openFull("request");
    while (full != null) {
      read(full);
    }
    now += 3;
    captured = now;
    stream();
    progress();
  }

  private void capture() {
    captured += random.nextInt((int) (now - captured) + 1);
  }

  private void stream() {
    streamed(captured);
    if (random.nextInt(4) > 0) {
      progress();
    }
  }

  private void streamed(long to) {
    for (Image<Integer, String> image : history.images()) {
      long lsn = image.startLsn().low();
      if (lsn > streamed && lsn <= to) {
        topic.add(new Change(at(image)));
      }
    }
    streamed = to;
  }

  private void progress() {
    topic.add(new Progress(streamed, topic.size()));
  }

  /** Changes are cleaned up before they were read, and a snapshot makes up for them. */
  private void lose() {
    if (captured > streamed && random.nextInt(3) == 0) {
      losses.add(new Loss(streamed, captured));
      streamed = captured;
      openFull("loss");
    }
  }

  private void openSome() {
    int which = random.nextInt(6);
    if (which == 0) {
      openFull("request");
    } else if (which < 3 && partial == null) {
      partial = open(true, "request");
    }
  }

  private void openFull(String reason) {
    full = open(false, reason);
    fullStopped = false;
  }

  private Reading open(boolean isPartial, String reason) {
    int max = tableAt(now).keySet().stream().mapToInt(key -> key).max().orElse(-1);
    Reading reading =
        new Reading("%d-%d".formatted(captured, ++snapshots), captured, isPartial, max);
    tell(
        captured,
        new EventDetail.SnapshotOpen(
            reading.id, lsn(captured).toString(), List.of("k"), isPartial, reason, null, ""));
    return reading;
  }

  private void readSome() {
    Reading reading = full == null || (partial != null && random.nextBoolean()) ? partial : full;
    if (reading != null) {
      read(reading);
    }
  }

  private void read(Reading reading) {
    long stamp = Math.max(reading.s, captured);
    Integer low = reading.last;
    int from = low == null ? 0 : low + 1;
    boolean isEmpty = reading.max < 0;
    List<Integer> keys =
        tableAt(now).keySet().stream().filter(key -> key >= from && key <= reading.max).toList();
    int size = 1 + random.nextInt(MOST_KEYS_OF_A_CHUNK);
    boolean isLast = keys.size() <= size;
    List<Integer> chunk = isLast ? keys : keys.subList(0, size);
    Integer high = isLast ? Integer.valueOf(reading.max) : chunk.get(chunk.size() - 1);
    rows(reading, stamp, chunk);
    reading.readUntil = Math.max(reading.readUntil, micros(now) + random.nextInt((int) MICROS));
    tell(
        stamp,
        new EventDetail.SnapshotChunk(
            reading.id,
            reading.chunk,
            texts(low),
            isEmpty ? null : texts(high),
            lsn(stamp).toString(),
            reading.readUntil,
            isLast,
            null));
    reading.chunk++;
    reading.last = high;
    if (isLast) {
      complete(reading, stamp);
    }
  }

  /** A crash in its middle: the rows before it come twice, those after it were read later. */
  private void rows(Reading reading, long stamp, List<Integer> keys) {
    boolean crashes = random.nextInt(5) == 0;
    for (int i = 0; i < keys.size(); i++) {
      row(reading, stamp, keys.get(i));
      if (crashes && i == keys.size() / 2) {
        row(reading, stamp, keys.get(i));
        now++;
      }
    }
  }

  private void row(Reading reading, long stamp, int key) {
    String row = tableAt(now).get(key);
    if (row == null || (reading.isPartial && key % 2 == 1)) {
      return;
    }
    Image<Integer, String> image =
        new Image<>(
            key,
            row,
            lsn(stamp),
            Optional.empty(),
            Optional.empty(),
            Operation.SNAPSHOT,
            topic.size());
    topic.add(new SnapshotRow(image, reading.id, reading.chunk));
  }

  private void complete(Reading reading, long stamp) {
    tell(
        stamp,
        new EventDetail.SnapshotComplete(
            reading.id,
            lsn(reading.s).toString(),
            reading.chunk,
            reading.readUntil,
            reading.isPartial,
            false));
    if (reading.isPartial) {
      partial = null;
    } else {
      full = null;
    }
  }

  /** It stops, for good or until it goes on. */
  private void stopSome() {
    if (full != null && full.chunk > 0 && !fullStopped) {
      tell(captured, new EventDetail.SnapshotStopped(full.id, "asked to", null));
      fullStopped = true;
      if (random.nextBoolean()) {
        full = null;
      }
    }
  }

  private void tell(long lsn, EventDetail detail) {
    topic.add(new Told(detail, lsn(lsn), topic.size()));
  }

  private Image<Integer, String> at(Image<Integer, String> image) {
    return new Image<>(
        image.key(),
        image.row(),
        image.startLsn(),
        image.commandId(),
        image.seqval(),
        image.operation(),
        topic.size());
  }

  private static List<String> texts(Integer key) {
    return key == null ? null : List.of(key.toString());
  }

  private static Lsn lsn(long n) {
    return new Lsn(0, n);
  }
}
