package dev.mssqlcdc.silver.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.mssqlcdc.lake.Reports;
import dev.mssqlcdc.schemas.Lsn;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TestReportRows {

  private static final LocalDateTime AT = LocalDateTime.of(2026, 1, 1, 0, 0);
  private static final ReportRows ROWS = new ReportRows("run", AT, "dbo.orders");

  @Test
  void aTableIsARowPerRuleWithWhatEachSideHolds() {
    Findings found =
        new Findings(
            10,
            9,
            8,
            Map.of(Finding.MISSING_TARGET, 2L, Finding.RECORD_DIFF, 1L, Finding.IN_FLIGHT, 3L),
            Map.of(
                Finding.MISSING_TARGET,
                List.of("[\"1\"]"),
                Finding.RECORD_DIFF,
                List.of("[\"2\"]")),
            Map.of("note", 1L));

    List<Map<String, Object>> rows =
        ROWS.of(new Checked(new Lsn(0, 16), Map.of("v", "why"), 4, 2, found));

    assertThat(rows)
        .extracting(
            row -> row.get(Reports.RULE),
            row -> row.get(Reports.OUTCOME),
            row -> row.get(Reports.EXPECTED),
            row -> row.get(Reports.FOUND),
            row -> row.get(Reports.DETAIL))
        .containsExactly(
            tuple("rows", "breach", "10", "9", "{\"ranges\":4,\"ranges_read\":2}"),
            tuple(
                "keys",
                "breach",
                "10",
                "8",
                "{\"missing_target\":2,\"missing_source\":0,\"in_flight\":3,\"examples\":{\"missing_target\":[\"[\\\"1\\\"]\"]}}"),
            tuple(
                "values",
                "breach",
                "8",
                "7",
                "{\"record_diff\":1,\"columns\":{\"note\":1},\"not_compared\":{\"v\":\"why\"},\"examples\":[\"[\\\"2\\\"]\"]}"));
    assertThat(rows)
        .allSatisfy(
            row ->
                assertThat(row)
                    .containsEntry(Reports.RUN_ID, "run")
                    .containsEntry(Reports.CHECKED_AT, AT)
                    .containsEntry(Reports.REPORT, "reconcile")
                    .containsEntry(Reports.LAYER, "silver")
                    .containsEntry(Reports.TABLE_NAME, "dbo.orders")
                    .containsEntry(Reports.END_LSN, "0x00000000000000000010"));
  }

  @Test
  void rowsOnTheirWayBreakNoRule() {
    Findings found = new Findings(10, 9, 9, Map.of(Finding.IN_FLIGHT, 1L), Map.of(), Map.of());
    assertThat(ROWS.of(new Checked(Lsn.ZERO, Map.of(), 1, 1, found)))
        .allSatisfy(row -> assertThat(row).containsEntry(Reports.OUTCOME, "ok"));
  }

  @Test
  void aTableThatWasNotComparedIsAnErrorOfEveryRule() {
    assertThat(ROWS.ofError("down"))
        .hasSize(3)
        .allSatisfy(
            row ->
                assertThat(row)
                    .containsEntry(Reports.OUTCOME, "error")
                    .containsEntry(Reports.DETAIL, "{\"error\":\"down\"}"));
  }
}
