package dev.mssqlcdc.silver.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.lake.TableKind;
import dev.mssqlcdc.schemas.Lsn;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TestRetentionPolicy {

  private static final LocalDateTime NOW = LocalDateTime.of(2026, 2, 1, 12, 0);
  private static final RetentionPolicy POLICY =
      new RetentionPolicy(OptionalInt.of(7), OptionalInt.of(30), OptionalInt.of(1));
  private static final Map<String, Needed> NEEDED =
      Map.of(
          "dbo.a", new Needed(new Lsn(0, 5), new Lsn(0, 9), ""),
          "dbo.b", new Needed(Lsn.ZERO, Lsn.MAX, "because"));

  @ParameterizedTest
  @EnumSource
  void withoutARetentionNothingIsDeleted(TableKind kind) {
    assertThat(RetentionPolicy.KEEP.deletion(table(kind, "dbo.a"), NEEDED, NOW)).isEmpty();
  }

  @Test
  void bronzeLosesOldRowsThatAreNotNeededAndATableThatNeedsAllLosesNone() {
    assertThat(POLICY.deletion(table(TableKind.BRONZE, "dbo.a"), NEEDED, NOW))
        .contains(new Deletion.BronzeRows(new Lsn(0, 5), NOW.minusDays(7)));
    assertThat(POLICY.deletion(table(TableKind.BRONZE, "dbo.b"), NEEDED, NOW)).isEmpty();
  }

  @Test
  void historyAndFactsHaveTheirOwnDaysAndTheRestIsKept() {
    assertThat(POLICY.deletion(table(TableKind.HISTORY, "dbo.a"), NEEDED, NOW))
        .contains(new Deletion.HistoryVersions(NOW.minusDays(30)));
    assertThat(POLICY.deletion(table(TableKind.FACTS, ""), NEEDED, NOW))
        .contains(new Deletion.FactsRows(NEEDED, NOW.minusDays(1)));
    assertThat(POLICY.deletion(table(TableKind.SILVER, "dbo.a"), NEEDED, NOW)).isEmpty();
    assertThat(POLICY.deletion(table(TableKind.CONTROL, ""), NEEDED, NOW)).isEmpty();
    assertThat(POLICY.deletion(table(TableKind.REPORTS, ""), NEEDED, NOW)).isEmpty();
  }

  @Test
  void aRetentionOfNoDayIsRefused() {
    assertThatThrownBy(
            () -> new RetentionPolicy(OptionalInt.of(0), OptionalInt.empty(), OptionalInt.empty()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the retention of bronze is 0 days, at least 1 expected");
  }

  private static StoredTable table(TableKind kind, String source) {
    return new StoredTable(kind, source, "/lake/table");
  }
}
