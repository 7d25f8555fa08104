package dev.mssqlcdc.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TestEventJson {

  static Stream<EventDetail> details() {
    return Stream.of(
        new EventDetail.Progress("0x01", null, "server", "shop"),
        new EventDetail.Progress(null, "0x01", "server", "shop"),
        new EventDetail.SchemaChange("ALTER TABLE t ADD c int", "0x02", List.of("+c"), List.of()),
        new EventDetail.CaptureInstanceSwitched(
            "dbo_t", "dbo_t2", "0x03", List.of(), List.of("x"), "switched"),
        new EventDetail.CaptureInstanceReleased("dbo_t", "dbo_t2", "may be disabled"),
        new EventDetail.KeyChanged(List.of("a"), List.of("a", "b"), "another key"),
        new EventDetail.DataSkipped("0x04", "0x05", "cleanup"),
        new EventDetail.SnapshotOpen(
            "0x06-1", "0x06", List.of("id"), true, "request", "r-1", "text"),
        new EventDetail.SnapshotChunk(
            "0x06-1",
            0,
            null,
            List.of("9"),
            "0x06",
            1_700L,
            true,
            new EventDetail.SnapshotProgress(5, 10L, 2.5, 1_702L)),
        new EventDetail.SnapshotStopped("0x06-1", "stopped by signal", null),
        new EventDetail.SnapshotComplete("0x06-1", "0x06", 1, 1_700L, false, false),
        new EventDetail.SnapshotComplete("0x06-1", "0x06", 1, 1_700L, false, true),
        new EventDetail.TableStopped("cause", "remedy"));
  }

  @ParameterizedTest
  @MethodSource("details")
  void roundTrips(EventDetail detail) {
    assertThat(EventJson.read(detail.type(), EventJson.write(detail))).isEqualTo(detail);
  }

  @Test
  void everyTypeHasADetail() {
    assertThat(details().map(EventDetail::type).collect(Collectors.toSet()))
        .containsExactlyInAnyOrder(EventType.values());
  }

  @Test
  void namesAreSnakeCase() {
    assertThat(
            EventJson.write(new EventDetail.SnapshotChunk("s", 0, null, null, "L", 5, true, null)))
        .contains("\"read_until\":5")
        .doesNotContain("readUntil");
  }

  @Test
  void ignoresWhatALaterVersionAdds() {
    assertThat(EventJson.read(EventType.PROGRESS, "{\"from\":\"0x01\",\"later\":1}"))
        .isEqualTo(new EventDetail.Progress("0x01", null, null, null));
  }

  @Test
  void saysWhichDetailCannotBeRead() {
    assertThatThrownBy(() -> EventJson.read(EventType.PROGRESS, "garbage"))
        .hasMessageContaining("'progress'")
        .hasMessageContaining("garbage");
  }

  @Test
  void wireNamesAreKnownBothWays() {
    assertThat(Arrays.stream(EventType.values()).map(EventType::wireName).map(EventType::of))
        .containsExactly(EventType.values());
    assertThatThrownBy(() -> EventType.of("nonsense")).hasMessageContaining("'nonsense'");
  }
}
