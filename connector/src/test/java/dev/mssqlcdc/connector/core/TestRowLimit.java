package dev.mssqlcdc.connector.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.schemas.Lsn;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TestRowLimit {

  private static final SqlType INT = new SqlType("int", 0, 10, 0);
  private static final SqlType TEXT = new SqlType("nvarchar", SqlType.MAX, 0, 0);

  private static TableDefinition table(String... key) {
    var instance =
        new CaptureInstance(
            "dbo_t",
            new TableId("dbo", "t"),
            1,
            new Lsn(0, 1),
            LocalDateTime.parse("2024-01-01T00:00:00"),
            List.of(key));
    return TableDefinitions.build(
        instance,
        List.of(
            new CapturedColumn("id", 1, 1, INT),
            new CapturedColumn("v", 2, 2, TEXT),
            new CapturedColumn("b", 3, 3, new SqlType("varbinary", SqlType.MAX, 0, 0))),
        List.of(),
        TableFilter.of(List.of(".*"), List.of(), ColumnFilter.ALL));
  }

  private static void check(long limit, TableDefinition table, Object... values) {
    new RowLimit(limit).check(table, values, RowLimit.inMemory(values), "0x1/2/3");
  }

  /** What a row takes beside its texts and binaries. */
  private static final int REST = 200 + 3 * 16;

  @ParameterizedTest
  @ValueSource(strings = {"ascii", "\u00E4\u00F6", "\u4E16\u754C", "a\uD83D\uDE00b", ""})
  void textCountsAsUtf8(String unit) {
    String text = unit.repeat(1000);
    int bytes = text.getBytes(StandardCharsets.UTF_8).length;
    assertThatCode(() -> check(REST + bytes, table("id"), 1, text, null))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> check(REST + bytes - 1, table("id"), 1, text, null))
        .isInstanceOf(SourceException.class);
  }

  @Test
  void whatIsTooLargeIsToldWithItsKeyItsColumnsAndTheLimit() {
    assertThatThrownBy(() -> check(4000, table("id"), 7, "v".repeat(1500), new byte[3000]))
        .hasMessage(
            "table dbo.t: the row with key {id=7} at 0x1/2/3 takes about 4748 bytes"
                + " (b 3000, v 1500, id 0), row.max.bytes allows 4000")
        .isInstanceOfSatisfying(
            SourceException.class,
            e -> {
              assertThat(e.isTransient()).isFalse();
              assertThat(e.remedy())
                  .contains("max.message.bytes", "max.request.size", "column.exclude.list");
            });
  }

  @Test
  void aTableWithoutKeyAndALongKeyAreTold() {
    assertThatThrownBy(() -> check(1000, table(), 7, "v".repeat(1500), null))
        .hasMessageContaining("no key");
    assertThatThrownBy(() -> check(1000, table("v"), 7, "v".repeat(1500), null))
        .hasMessageContaining("{v=" + "v".repeat(200) + "...}");
  }
}
