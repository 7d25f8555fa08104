package dev.mssqlcdc.writer.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.lake.Control;
import dev.mssqlcdc.schemas.Lsn;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class TestControlRows {

  private static final long MINUTE = 60_000_000L;

  @Test
  void aNewTableGetsARow() {
    List<Map<String, Object>> rows = advanced(List.of(), verdict(5, 7 * MINUTE + 3)).orElseThrow();

    assertThat(rows)
        .containsExactly(
            Map.of(
                Control.LAYER,
                "bronze",
                Control.TABLE_NAME,
                "dbo.t",
                Control.END_LSN,
                new Lsn(0, 5).toString(),
                Control.END_COMMIT_TS,
                7 * MINUTE + 3,
                Control.FINALIZED_UNTIL,
                7 * MINUTE,
                Control.UPDATED_AT,
                99L));
  }

  @Test
  void aVerdictMovesFromNullAndCarriesEveryColumn() {
    Map<String, Object> old = new HashMap<>();
    old.put(Control.TABLE_NAME, "dbo.t");
    old.put(Control.END_LSN, null);
    old.put(Control.FINALIZED_UNTIL, null);
    old.put("column_of_a_later_release", "kept");

    Map<String, Object> row =
        advanced(List.of(old, Map.of(Control.TABLE_NAME, "dbo.u")), verdict(5, MINUTE))
            .orElseThrow()
            .get(0);

    assertThat(row)
        .containsEntry("column_of_a_later_release", "kept")
        .containsEntry(Control.FINALIZED_UNTIL, MINUTE);
  }

  @Test
  void aVerdictWithoutATimeLeavesThePeriod() {
    List<Map<String, Object>> rows = advanced(List.of(), verdict(5, 2 * MINUTE)).orElseThrow();

    Map<String, Object> row =
        advanced(rows, new Verdict(new Lsn(0, 6), OptionalLong.empty())).orElseThrow().get(0);

    assertThat(row)
        .containsEntry(Control.END_LSN, new Lsn(0, 6).toString())
        .containsEntry(Control.FINALIZED_UNTIL, 2 * MINUTE);
  }

  @Property
  void nothingMovesBackward(
      @ForAll @LongRange(min = 1, max = 5) long firstLsn,
      @ForAll @LongRange(min = 1, max = 5) long secondLsn,
      @ForAll @LongRange(min = 0, max = 5 * MINUTE) long firstTs,
      @ForAll @LongRange(min = 0, max = 5 * MINUTE) long secondTs) {
    List<Map<String, Object>> rows = advanced(List.of(), verdict(firstLsn, firstTs)).orElseThrow();

    var moved = advanced(rows, verdict(secondLsn, secondTs));

    assertThat(moved.isPresent()).isEqualTo(secondLsn > firstLsn);
    moved.ifPresent(
        after ->
            assertThat((Long) after.get(0).get(Control.FINALIZED_UNTIL))
                .isGreaterThanOrEqualTo((Long) rows.get(0).get(Control.FINALIZED_UNTIL)));
  }

  @Test
  void periodsAreTruncatedInUtcAlsoBefore1970() {
    assertThat(Granularity.MINUTE.truncate(61_000_000)).isEqualTo(60_000_000);
    assertThat(Granularity.HOUR.truncate(3_700_000_000L)).isEqualTo(3_600_000_000L);
    assertThat(Granularity.DAY.truncate(-1)).isEqualTo(-86_400_000_000L);
  }

  private static Verdict verdict(long lsn, long ts) {
    return new Verdict(new Lsn(0, lsn), OptionalLong.of(ts));
  }

  private static Optional<List<Map<String, Object>>> advanced(
      List<Map<String, Object>> rows, Verdict verdict) {
    return ControlRows.advanced(rows, Map.of("dbo.t", verdict), Granularity.MINUTE, 99);
  }
}
