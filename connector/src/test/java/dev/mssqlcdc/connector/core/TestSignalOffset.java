package dev.mssqlcdc.connector.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.connector.core.Signal.Action;
import dev.mssqlcdc.connector.core.SignalOffset.Effect;
import dev.mssqlcdc.connector.core.SignalOffset.Seen;
import dev.mssqlcdc.connector.core.SignalOffset.Taken;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class TestSignalOffset {

  private static final String TOPIC = "a";
  private static final Optional<TableId> TABLE = Optional.of(new TableId("dbo", "t"));

  private record Sent(String id, Action action, String where) {

    Signal at(String topic, long offset) {
      boolean isPartial = action == Action.SNAPSHOT && !where.isEmpty();
      return new Signal(
          new SignalPosition(topic, offset),
          id,
          action,
          TABLE,
          isPartial ? Optional.of(where) : Optional.empty());
    }
  }

  /** Ids repeat, and hold any character. */
  @Provide
  Arbitrary<List<Sent>> topics() {
    Arbitrary<String> ids =
        Arbitraries.oneOf(
            Arbitraries.strings().withCharRange('a', 'f').ofLength(1),
            Arbitraries.strings().ofMinLength(1).ofMaxLength(5));
    return Combinators.combine(
            ids, Arbitraries.of(Action.class), Arbitraries.strings().ofMaxLength(9))
        .as(Sent::new)
        .list()
        .ofMaxSize(40);
  }

  private static List<Signal> records(List<Sent> sent, String topic) {
    List<Signal> records = new ArrayList<>();
    for (Sent signal : sent) {
      records.add(signal.at(topic, records.size()));
    }
    return records;
  }

  private static SignalOffset after(SignalOffset offset, List<Signal> records) {
    for (Signal record : records) {
      offset = offset.see(record).offset();
    }
    return offset;
  }

  private static Signal snapshot(long offset, String id) {
    return new Sent(id, Action.SNAPSHOT, "").at(TOPIC, offset);
  }

  private static List<String> ids(SignalOffset offset) {
    return offset.pending().stream().map(SnapshotRequest::id).toList();
  }

  @Property
  void aTopicReadAgainFromAnywhereChangesNothing(
      @ForAll("topics") List<Sent> sent, @ForAll int anywhere) {
    List<Signal> records = records(sent, TOPIC);
    SignalOffset offset = after(SignalOffset.EMPTY, records);
    for (Signal again :
        records.subList(Math.floorMod(anywhere, records.size() + 1), records.size())) {
      assertThat(offset.see(again)).isEqualTo(new Seen(offset, Effect.REPLAYED));
      assertThat(offset.pass(again)).isEqualTo(offset);
    }
  }

  @Property
  void aRestartAnywhereChangesNothing(@ForAll("topics") List<Sent> sent, @ForAll int anywhere) {
    List<Signal> records = records(sent, TOPIC);
    int stop = Math.floorMod(anywhere, records.size() + 1);
    SignalOffset stored = after(SignalOffset.EMPTY, records.subList(0, stop));
    assertThat(after(SignalOffset.parse(stored.toMap()), records))
        .isEqualTo(after(SignalOffset.EMPTY, records));
  }

  @Property
  void aTopicCreatedAnewWithTheSameSignalsAsksForNothing(@ForAll("topics") List<Sent> sent) {
    SignalOffset offset = after(SignalOffset.EMPTY, records(sent, TOPIC));
    SignalOffset anew = after(offset, records(sent, "b"));
    assertThat(anew.pending()).isEqualTo(offset.pending());
    assertThat(anew.paused()).isEqualTo(offset.paused());
    assertThat(anew.served()).isEqualTo(offset.served());
  }

  @Property
  void requestsAreTakenInTheirOrderEachOnce(@ForAll("topics") List<Sent> sent) {
    List<String> expected = new ArrayList<>();
    List<String> seen = new ArrayList<>();
    for (Sent signal : sent) {
      if (!seen.contains(signal.id())) {
        seen.add(signal.id());
        if (signal.action() == Action.SNAPSHOT) {
          expected.add(signal.id());
        } else if (signal.action() == Action.STOP) {
          expected.clear();
        }
      }
    }
    SignalOffset offset = after(SignalOffset.EMPTY, records(sent, TOPIC));
    List<String> taken = new ArrayList<>();
    for (var next = offset.takeNext(); next.isPresent(); next = next.get().rest().takeNext()) {
      taken.add(next.get().request().id());
      assertThat(next.get().rest().served()).isEqualTo(offset.served());
    }
    assertThat(taken).isEqualTo(expected);
  }

  @Property
  void isReadBackAsConnectStoresIt(@ForAll("topics") List<Sent> sent) {
    SignalOffset offset = after(SignalOffset.EMPTY, records(sent, TOPIC));
    Map<String, Object> map = offset.toMap();
    assertThat(SignalOffset.parse(map)).isEqualTo(offset);
    assertThat(map.values()).allMatch(value -> value instanceof String || value instanceof Long);
    assertThat(map.keySet()).allMatch(key -> key.startsWith("signal_"));
  }

  @Test
  void aTableThatHasSeenNoSignalStoresNothing() {
    assertThat(SignalOffset.EMPTY.toMap()).isEmpty();
  }

  @Test
  void whatAnOlderVersionStoredHasSeenNoSignal() {
    assertThat(SignalOffset.parse(Map.of("instance", "dbo_t"))).isSameAs(SignalOffset.EMPTY);
  }

  @Test
  void takesAnyKindOfNumberAndNamesWhatIsMissing() {
    Map<String, Object> map =
        new HashMap<>(SignalOffset.EMPTY.see(snapshot(6, "x")).offset().toMap());
    map.put("signal_next", 7);
    assertThat(SignalOffset.parse(map).next()).contains(new SignalPosition(TOPIC, 7));
    map.remove("signal_served");
    assertThatThrownBy(() -> SignalOffset.parse(map)).hasMessageContaining("'signal_served'");
  }

  @Test
  void whatWasSentBeforeTheTableBeganIsNotForIt() {
    SignalOffset offset = SignalOffset.EMPTY.beginAt(new SignalPosition(TOPIC, 5));
    assertThat(offset.see(snapshot(4, "x")).effect()).isEqualTo(Effect.REPLAYED);
    assertThat(offset.see(snapshot(5, "x")).effect()).isEqualTo(Effect.QUEUED);
    assertThat(offset.beginAt(new SignalPosition(TOPIC, 9))).isSameAs(offset);
  }

  @Test
  void aTopicCreatedAnewCountsFromZero() {
    SignalOffset offset = SignalOffset.EMPTY.beginAt(new SignalPosition(TOPIC, 5));
    Seen seen = offset.see(new Sent("x", Action.SNAPSHOT, "").at("b", 0));
    assertThat(seen.effect()).isEqualTo(Effect.QUEUED);
    assertThat(seen.offset().next()).contains(new SignalPosition("b", 1));
  }

  @Test
  void aSignalForOtherTablesIsPassed() {
    SignalOffset offset = SignalOffset.EMPTY.pass(snapshot(7, "x"));
    assertThat(offset.next()).contains(new SignalPosition(TOPIC, 8));
    assertThat(offset.pending()).isEmpty();
    assertThat(offset.see(snapshot(8, "x")).effect()).isEqualTo(Effect.QUEUED);
  }

  @Test
  void anIdIsHeededOnceWhateverItAsksFor() {
    SignalOffset offset = SignalOffset.EMPTY.see(snapshot(0, "x")).offset();
    Seen again = offset.see(new Sent("x", Action.PAUSE, "").at(TOPIC, 1));
    assertThat(again.effect()).isEqualTo(Effect.REPEATED);
    assertThat(again.offset().paused()).isFalse();
    assertThat(again.offset().next()).contains(new SignalPosition(TOPIC, 2));
  }

  @Test
  void pausesResumesAndStops() {
    List<Effect> effects = new ArrayList<>();
    SignalOffset offset = SignalOffset.EMPTY;
    List<Boolean> paused = new ArrayList<>();
    for (Action action : Action.values()) {
      Seen seen = offset.see(new Sent(action.name(), action, "").at(TOPIC, effects.size()));
      effects.add(seen.effect());
      offset = seen.offset();
      paused.add(offset.paused());
      assertThat(ids(offset))
          .isEqualTo(action == Action.STOP ? List.of() : List.of(Action.SNAPSHOT.name()));
    }
    assertThat(effects)
        .containsExactly(Effect.QUEUED, Effect.PAUSED, Effect.RESUMED, Effect.STOPPED);
    assertThat(paused).containsExactly(false, true, false, false);
  }

  @Test
  void aStopLeavesThePauseToItsResume() {
    SignalOffset paused =
        SignalOffset.EMPTY.see(new Sent("p", Action.PAUSE, "").at(TOPIC, 0)).offset();
    assertThat(paused.see(new Sent("s", Action.STOP, "").at(TOPIC, 1)).offset().paused()).isTrue();
  }

  @Test
  void keepsTheConditionOfARequest() {
    Signal partial = new Sent("x", Action.SNAPSHOT, "c = ']'").at(TOPIC, 0);
    Taken taken =
        SignalOffset.parse(SignalOffset.EMPTY.see(partial).offset().toMap())
            .takeNext()
            .orElseThrow();
    assertThat(taken.request()).isEqualTo(new SnapshotRequest("x", Optional.of("c = ']'")));
    assertThat(taken.rest().takeNext()).isEmpty();
  }

  @Test
  void remembersTheLastHundredIds() {
    SignalOffset offset = SignalOffset.EMPTY;
    int sent = SignalOffset.SERVED_KEPT + 1;
    for (int i = 0; i < sent; i++) {
      offset = offset.see(new Sent("p" + i, Action.PAUSE, "").at(TOPIC, i)).offset();
    }
    assertThat(offset.served()).hasSize(SignalOffset.SERVED_KEPT);
    assertThat(offset.served().get(0)).isEqualTo("p1");
    assertThat(offset.served()).endsWith("p" + (sent - 1));
  }

  @Test
  void whatWaitsStaysWithinWhatKafkaTakesAndMayBeSentAgain() {
    Signal large =
        new Sent("a", Action.SNAPSHOT, "x".repeat(SignalOffset.PENDING_CHARS - 9)).at(TOPIC, 0);
    SignalOffset full = SignalOffset.EMPTY.see(large).offset();
    Seen refused = full.see(snapshot(1, "one of many"));
    assertThat(refused.effect()).isEqualTo(Effect.REFUSED);
    assertThat(ids(refused.offset())).containsExactly("a");
    SignalOffset room = refused.offset().takeNext().orElseThrow().rest();
    assertThat(room.see(snapshot(2, "one of many")).effect()).isEqualTo(Effect.QUEUED);
  }
}
