package dev.mssqlcdc.writer.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.lake.Column;
import dev.mssqlcdc.lake.Facts;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class TestBatchNote {

  @Test
  void everyColumnOfAFactsRowComesBack() {
    Map<String, Object> values = new HashMap<>();
    for (Column column : Facts.columns()) {
      values.put(
          column.name(),
          switch (column.type().name()) {
            case "string" -> "te\"xt \uD83D\uDE00";
            case "double" -> 3.0;
            default -> 1L << 60;
          });
    }
    BatchNote note = new BatchNote("w/t@1", 7, List.of(new FactsRow(values)));

    assertThat(BatchNote.parse(note.toJson())).contains(note);
  }

  @Test
  void someoneElsesMetadataIsNotOurs() {
    assertThat(BatchNote.parse("nightly job 7")).isEmpty();
    assertThat(BatchNote.parse("{\"app_id\":\"x\"}")).isEmpty();
    assertThat(BatchNote.parse("")).isEmpty();
  }

  @Test
  void eventsThatAreInTheFactsTableAreNotMissing() {
    FactsRow first = new FactsRow(Map.of(Facts.EVENT, "progress", Facts.BATCH_ID, 3L));
    FactsRow second = new FactsRow(Map.of(Facts.EVENT, "progress", Facts.BATCH_ID, 5L));
    FactsRow batch = new FactsRow(Map.of(Facts.BATCH_ID, 6L));
    BatchNote note = new BatchNote("a", 6, List.of(first, second, batch));

    assertThat(note.missing(OptionalLong.empty())).containsExactly(first, second, batch);
    assertThat(note.missing(OptionalLong.of(3))).containsExactly(second, batch);
  }

  @Test
  void theHigherOfBothOffsetsCounts() {
    assertThat(new Resume(OptionalLong.empty(), OptionalLong.empty()).last()).isEmpty();
    assertThat(new Resume(OptionalLong.of(3), OptionalLong.of(5)).last()).hasValue(5);
    assertThat(new Resume(OptionalLong.of(3), OptionalLong.of(5)).needsRepair()).isFalse();
    assertThat(new Resume(OptionalLong.of(5), OptionalLong.of(3)).needsRepair()).isTrue();
    assertThat(new Resume(OptionalLong.of(0), OptionalLong.empty()).needsRepair()).isTrue();
  }
}
