package dev.mssqlcdc.connector.engine;

import dev.mssqlcdc.connector.core.CaptureInstance;
import dev.mssqlcdc.connector.core.Ddl;
import dev.mssqlcdc.connector.core.LogEntry;
import dev.mssqlcdc.connector.core.RangePlan;
import dev.mssqlcdc.connector.core.ReadSettings;
import dev.mssqlcdc.connector.core.StreamOffset;
import dev.mssqlcdc.connector.engine.TableState.Phase;
import dev.mssqlcdc.connector.jdbc.LogQueries.Head;
import dev.mssqlcdc.connector.jdbc.LogQueries.Span;
import dev.mssqlcdc.connector.jdbc.Source;
import dev.mssqlcdc.schemas.Lsn;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * One round over a task's tables, in an order that misses nothing: how far capture is, what is left
 * of each table's changes, where there are new ones, definition changes, rows, and again what is
 * left.
 */
final class Round {

  private static final double NANOS_PER_MILLI = 1e6;
  private static final long OPENING_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final Source source;
  private final ReadSettings settings;
  private final ServerClock clock;
  private final LogTimes times;
  private final TableFailures failures;
  private final SourceIdentity identity;
  private final InstanceSwitches switches;
  private final Releases releases;
  private final TableOpener opener;
  private final Lanes lanes;
  private final ChunkTurns chunks;
  private final Requests requests;
  private final SnapshotOpener snapshots;
  private final Headroom headroom;
  private final Announcements announcements;
  private final OldestChanges oldest;
  private Optional<Moment> moment = Optional.empty();

  Round(
      Source source,
      ReadSettings settings,
      ServerClock clock,
      TableFailures failures,
      StoredOffsets stored,
      Lanes lanes,
      Requests requests) {
    this.source = source;
    this.settings = settings;
    this.clock = clock;
    this.times = new LogTimes(source.log(), clock.zone());
    this.failures = failures;
    this.identity = new SourceIdentity(source);
    var guard = new Guard(source, clock, settings.loss());
    var definitions = new Definitions(source, settings.filter());
    this.switches =
        new InstanceSwitches(source, guard, definitions, settings.snapshot().onSwitch());
    this.releases = new Releases(stored, settings.progressMillis());
    this.opener = new TableOpener(source, settings, clock, identity, guard, definitions, switches);
    this.snapshots = new SnapshotOpener(settings.snapshot(), new SnapshotEvents(clock));
    this.headroom = new Headroom(settings.snapshot().minHeadroomMicros());
    this.announcements = new Announcements(source, settings, clock, guard, failures);
    this.oldest = new OldestChanges(source, clock);
    this.lanes = lanes;
    this.requests = requests;
    this.chunks = new ChunkTurns(lanes, settings.connections());
  }

  /**
   * Has at most one range or chunk of each table read that is not being read already.
   *
   * @return whether a table has more to read at once
   */
  boolean run(List<TableState> tables) throws InterruptedException {
    lanes.takeBack(0, table -> false);
    chunks.takeBack();
    open(ready(tables, Phase.OPENING));
    chunks.give(
        streaming(tables).stream()
            .filter(table -> moment.isPresent() && table.turn().isNext() && hasHeadroom(table))
            .toList());
    Head head = head();
    moment = head.maxLsn().map(max -> moment(max, head));
    checkIdentity(tables, head.maxLsn());
    moment.ifPresent(now -> tables.forEach(t -> t.gauges().head(clock.micros(), now.lastTs())));
    requests.receive(tables);
    openSnapshots(tables);
    List<TableState> streaming = streaming(tables);
    if (moment.isPresent()) {
      Lsn max = moment.get().maxLsn();
      Map<TableState, Lsn> changed = findChanges(streaming, max);
      readDue(streaming(streaming), changed);
    }
    for (TableState table : streaming(streaming)) {
      announcements.ofStart(table, moment);
      endIfDone(table);
    }
    releases.announce(streaming(streaming));
    boolean behind = moment.isPresent() && streaming(streaming).stream().anyMatch(this::isBehind);
    chunks.give(streaming(tables).stream().filter(this::hasHeadroom).toList());
    return behind || !ready(tables, Phase.OPENING).isEmpty();
  }

  /** Waits, but not longer than until a table comes back that has more to read. */
  void pause(long millis) throws InterruptedException {
    lanes.takeBack(
        millis,
        table ->
            table.phase() == Phase.STREAMING
                && (table.hasChunk(System.nanoTime()) || (moment.isPresent() && isBehind(table))));
  }

  private void checkIdentity(List<TableState> tables, Optional<Lsn> max)
      throws InterruptedException {
    for (TableState table : identity.suspects(streaming(tables), max)) {
      failures.attempt(table, () -> identity.check(table, table.definition().instance(), max));
    }
  }

  private Head head() {
    Head head = source.log().head();
    clock.see(head.clock());
    return head;
  }

  private static List<TableState> ready(List<TableState> tables, Phase phase) {
    long now = System.nanoTime();
    return tables.stream().filter(t -> t.isReady(now) && t.phase() == phase).toList();
  }

  private static List<TableState> streaming(List<TableState> tables) {
    return ready(tables, Phase.STREAMING);
  }

  /** Before any change of theirs is read: consumers must know that a snapshot is to come. */
  private void openSnapshots(List<TableState> tables) throws InterruptedException {
    for (TableState table : streaming(tables)) {
      requests.tell(table);
      if (SnapshotOpener.isDue(table)) {
        failures.attempt(table, () -> snapshots.open(table, moment));
      }
    }
  }

  /** Opens tables for a while; the rest follow in the next round, so that streams go on. */
  private void open(List<TableState> opening) throws InterruptedException {
    if (opening.isEmpty()) {
      return;
    }
    long start = System.nanoTime();
    List<CaptureInstance> instances = source.catalog().instances();
    for (TableState table : opening) {
      failures.attempt(table, () -> opener.open(table, instances, head()));
      if (System.nanoTime() - start > OPENING_NANOS) {
        break;
      }
    }
    oldest.see(opening, instances);
  }

  private Moment moment(Lsn max, Head head) {
    if (moment.isPresent() && moment.get().maxLsn().equals(max)) {
      return moment.get();
    }
    Optional<LogEntry> last = source.log().lastCommit(max);
    long before = moment.map(Moment::lastTs).orElse(0L);
    long lastTs = last.map(entry -> times.micros(entry, before)).orElse(before);
    return new Moment(max, last, lastTs, head.roundTripNanos() / NANOS_PER_MILLI);
  }

  private void endIfDone(TableState table) {
    if (!table.stream().isRangeOpen() && settings.snapshot().isEnded(table.offset())) {
      table.end();
    }
  }

  /** A stream that has nothing to read is not held up by a chunk. */
  private boolean hasHeadroom(TableState table) {
    return moment.isEmpty() || !isBehind(table) || headroom.isEnough(table);
  }

  private boolean isBehind(TableState table) {
    return table.checkedUntil().compareTo(moment.orElseThrow().maxLsn()) < 0;
  }

  /** Asks which tables have changes that were not seen yet; the others are quiet until max. */
  private Map<TableState, Lsn> findChanges(List<TableState> streaming, Lsn max)
      throws InterruptedException {
    List<TableState> behind = streaming.stream().filter(this::isBehind).toList();
    if (behind.isEmpty()) {
      return Map.of();
    }
    List<CaptureInstance> instances = source.catalog().instances();
    oldest.see(behind, instances);
    for (TableState table : behind) {
      failures.attempt(table, () -> switches.follow(table, instances));
    }
    Map<TableState, Lsn> changed = new LinkedHashMap<>();
    new EachAlone(failures)
        .ask(
            streaming(behind),
            asked -> source.log().firstChanges(spans(asked, max)),
            (table, first) -> {
              if (first.isPresent()) {
                changed.put(table, first.get());
              } else {
                table.quietUntil(table.limit(max));
              }
            });
    return changed;
  }

  private static List<Span> spans(List<TableState> tables, Lsn max) {
    return tables.stream()
        .map(t -> new Span(t.instance(), t.checkedUntil(), t.limit(max)))
        .toList();
  }

  /** Reads tables with changes, and announces progress of quiet ones whose time has come. */
  private void readDue(List<TableState> streaming, Map<TableState, Lsn> changed)
      throws InterruptedException {
    List<TableState> due =
        streaming.stream().filter(t -> changed.containsKey(t) || isProgressDue(t)).toList();
    if (due.isEmpty()) {
      return;
    }
    Map<TableState, List<Ddl>> ddl = new LinkedHashMap<>();
    new EachAlone(failures).ask(due, this::ddlOf, ddl::put);
    List<TableState> quiet = new ArrayList<>();
    for (TableState table : streaming(List.copyOf(ddl.keySet()))) {
      Optional<Lsn> first = Optional.ofNullable(changed.get(table));
      List<Ddl> pending = RangePlan.pending(table.stream(), ddl.get(table));
      if (first.isPresent() || !pending.isEmpty() || table.stream().isRangeOpen()) {
        lend(new PlannedRange(table, moment.orElseThrow(), first, pending));
      } else {
        quiet.add(table);
      }
    }
    announcements.ofQuiet(quiet, moment.orElseThrow());
  }

  private void lend(PlannedRange range) {
    lanes.lend(range.table(), lane -> lane.read(range));
  }

  private boolean isProgressDue(TableState table) {
    StreamOffset stream = table.stream();
    boolean moved = table.checkedUntil().compareTo(stream.from()) > 0 || stream.isRangeOpen();
    long interval = TimeUnit.MILLISECONDS.toNanos(settings.progressMillis());
    return moved
        && (table.isEnding(moment.orElseThrow().maxLsn())
            || table.isProgressDue(interval, System.nanoTime()));
  }

  private List<List<Ddl>> ddlOf(List<TableState> tables) {
    Map<String, List<Ddl>> byInstance = new LinkedHashMap<>();
    List<String> instances = tables.stream().map(TableState::instance).toList();
    source.catalog().ddl(instances).stream()
        .sorted((a, b) -> a.lsn().compareTo(b.lsn()))
        .forEach(d -> byInstance.computeIfAbsent(d.instance(), i -> new ArrayList<>()).add(d));
    return instances.stream().map(i -> byInstance.getOrDefault(i, List.of())).toList();
  }
}
