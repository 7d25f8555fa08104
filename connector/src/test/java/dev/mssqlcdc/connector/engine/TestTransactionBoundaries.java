package dev.mssqlcdc.connector.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.connector.core.StreamOffset;
import dev.mssqlcdc.connector.core.TableId;
import dev.mssqlcdc.connector.record.WireRecord;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.schemas.SourcePosition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class TestTransactionBoundaries {

  private static final long MANY = 1_000_000;
  private static final int BATCH = 4;
  private static final List<TableChannel> CHANNELS =
      List.of(channel("a"), channel("b"), channel("c"));

  private final TableChannel a = channel("a");
  private final TableChannel b = channel("b");
  private final TransactionBoundaries boundaries = new TransactionBoundaries(MANY);

  private static TableChannel channel(String table) {
    return new TableChannel(new TableId("dbo", table), table, Map.of(), Optional.empty());
  }

  private static Emission row(TableChannel channel, int transaction) {
    StreamOffset start = StreamOffset.startAt("i", Lsn.ZERO, 0, Optional.empty());
    Lsn lsn = Lsn.parse("0x%020X".formatted(transaction + 1));
    return Emission.of(
        channel,
        new WireRecord(null, null, null, 1),
        start.row(new SourcePosition(lsn, 0, lsn, 2), 0));
  }

  private static Emission event(TableChannel channel) {
    return Emission.of(
        channel,
        new WireRecord(null, null, "progress", 1),
        StreamOffset.startAt("i", Lsn.ZERO, 0, Optional.empty()));
  }

  @Test
  void aKafkaTransactionEndsWhereNoTableIsInsideOne() {
    assertThat(boundaries.end(List.of(row(a, 1), row(a, 1).last(), row(b, 1)), 0)).hasValue(1);
    assertThat(boundaries.end(List.of(row(a, 2)), 0)).isEmpty();
    assertThat(boundaries.end(List.of(event(b)), 0)).as("the other table is inside").isEmpty();
    assertThat(boundaries.end(List.of(event(a), row(b, 3)), 0)).hasValue(0);
  }

  @Test
  void aLargeSourceTransactionIsCutAtTheLimit() {
    var small = new TransactionBoundaries(4);
    assertThat(small.end(List.of(row(a, 1), row(a, 1), row(a, 1)), 0)).isEmpty();
    assertThat(small.end(List.of(row(a, 1), row(a, 1)), 0)).hasValue(1);
    assertThat(small.end(List.of(row(a, 1), row(a, 1), row(a, 1)), 0)).isEmpty();
  }

  @Test
  void aSlowSourceTransactionIsCutInTime() {
    long later = TimeUnit.SECONDS.toNanos(11);
    assertThat(boundaries.end(List.of(row(a, 1)), 0)).isEmpty();
    assertThat(boundaries.isOverdue(1)).isFalse();
    assertThat(boundaries.isOverdue(later)).isTrue();
    assertThat(boundaries.isOverdue(later)).as("nothing is pending").isFalse();
    assertThat(boundaries.end(List.of(row(a, 1)), later)).isEmpty();
    assertThat(boundaries.end(List.of(row(a, 1)), 2 * later)).hasValue(0);
  }

  /** Every table's rows go through an outbox of its own, and their batches meet in one queue. */
  @Property
  void noSourceTransactionIsSplit(
      @ForAll @Size(max = 60) List<@IntRange(max = 2) Integer> tables,
      @ForAll @Size(min = 60, max = 60) List<@IntRange(max = 5) Integer> sameTransaction,
      @ForAll @IntRange(min = 1, max = 20) int polled)
      throws InterruptedException {
    List<Emission> queued = queued(tables, sameTransaction);
    Map<TableChannel, Lsn> inside = new HashMap<>();
    Map<TableChannel, Lsn> ended = new HashMap<>();
    var tested = new TransactionBoundaries(MANY);
    for (int i = 0; i < queued.size(); i += polled) {
      List<Emission> batch = queued.subList(i, Math.min(queued.size(), i + polled));
      OptionalInt end = tested.end(batch, 0);
      for (int j = 0; j < batch.size(); j++) {
        Emission emission = batch.get(j);
        Lsn lsn = ((StreamOffset) emission.change()).position().startLsn();
        assertThat(ended.get(emission.channel())).as("a transaction before").isNotEqualTo(lsn);
        inside.put(emission.channel(), lsn);
        if (end.isPresent() && end.getAsInt() == j) {
          ended.putAll(inside);
        }
      }
    }
    List<Emission> progress = CHANNELS.stream().map(TestTransactionBoundaries::event).toList();
    assertThat(tested.end(progress, 0)).as("no table is inside one").hasValue(2);
  }

  private static List<Emission> queued(List<Integer> tables, List<Integer> sameTransaction)
      throws InterruptedException {
    var queue = new HandoverQueue<Emission>(1000, 1000);
    List<Outbox> outboxes = CHANNELS.stream().map(c -> new Outbox(queue, BATCH, false)).toList();
    int transaction = 0;
    for (int i = 0; i < tables.size(); i++) {
      transaction += sameTransaction.get(i) == 0 ? 1 : 0;
      int table = tables.get(i);
      outboxes.get(table).put(row(CHANNELS.get(table), transaction));
    }
    List<Emission> queued = new ArrayList<>();
    for (List<Emission> next = queue.take(1, 0); !next.isEmpty(); next = queue.take(1, 0)) {
      queued.addAll(next);
    }
    return queued;
  }
}
