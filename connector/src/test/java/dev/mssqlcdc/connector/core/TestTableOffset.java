package dev.mssqlcdc.connector.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.schemas.SourcePosition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Positive;
import org.junit.jupiter.api.Test;

class TestTableOffset {

  private static TableOffset offset(long from, long to, long rows, SnapshotOffset.State state) {
    return new TableOffset(
        new StreamOffset(
            "dbo_t",
            new Lsn(0, from),
            true,
            new Lsn(0, to),
            new SourcePosition(new Lsn(0, from + 1), 2, new Lsn(0, 9), 4),
            rows,
            Lsn.ZERO,
            1_700_000_000_000_000L,
            new Lsn(0, from),
            "2024-01-01T12:00:00.003",
            new InstanceOffset("id INT32", "[id]", "dbo_old", new Lsn(0, from), true)),
        new SnapshotOffset(
            state,
            1,
            new SnapshotPurpose(SnapshotPurpose.Reason.LOSS, "r 1", "a = ']'", true),
            new Lsn(0, 1),
            RowKey.of(List.of("9", "]' z")),
            new ChunkOffset(
                3,
                new Lsn(0, 2),
                rows,
                RowKey.NONE,
                RowKey.of(List.of("1", "")),
                1_700_000_000_000_000L),
            7,
            1_700_000_000_000_001L),
        new SignalOffset(
            Optional.of(new SignalPosition("topic id", 5)),
            true,
            List.of(new SnapshotRequest("r 2", Optional.of("a = ']'"))),
            List.of("r 1", "r 2")));
  }

  @Property
  void isReadBackAsConnectStoresIt(
      @ForAll @Positive long from,
      @ForAll @Positive long to,
      @ForAll @Positive long rows,
      @ForAll SnapshotOffset.State state) {
    TableOffset offset = offset(from, to, rows, state);
    assertThat(TableOffset.parse(offset.toMap())).isEqualTo(offset);
    assertThat(new OffsetMap(offset)).isEqualTo(offset.toMap());
  }

  @Test
  void isFlatAndHoldsOnlyStringsAndLongs() {
    assertThat(offset(1, 2, 3, SnapshotOffset.State.OPEN).toMap().values())
        .allMatch(value -> value instanceof String || value instanceof Long);
  }

  @Test
  void takesAnyKindOfNumberForALong() {
    Map<String, Object> map = new HashMap<>(offset(1, 2, 3, SnapshotOffset.State.OPEN).toMap());
    map.put("range_rows", 3);
    assertThat(TableOffset.parse(map).stream().rows()).isEqualTo(3);
  }

  @Test
  void namesWhatIsMissing() {
    Map<String, Object> map = new HashMap<>(offset(1, 2, 3, SnapshotOffset.State.OPEN).toMap());
    map.remove("position");
    assertThatThrownBy(() -> TableOffset.parse(map)).hasMessageContaining("'position'");
  }
}
