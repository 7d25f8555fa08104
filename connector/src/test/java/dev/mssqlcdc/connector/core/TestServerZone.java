package dev.mssqlcdc.connector.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.Lsn;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TestServerZone {

  private static final ServerZone BERLIN =
      ServerZone.named("W. Europe Standard Time").orElseThrow();

  private static long micros(String instant) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse(instant));
  }

  @Test
  void knowsWindowsAndIanaNamesInAnyCase() {
    assertThat(ServerZone.named("Pacific standard time").orElseThrow().id())
        .hasToString("America/Los_Angeles");
    assertThat(ServerZone.named("Europe/Berlin")).contains(BERLIN);
    assertThat(ServerZone.named("UTC").orElseThrow().id()).hasToString("Etc/UTC");
    assertThat(ServerZone.named("Nowhere Time")).isEmpty();
  }

  @Test
  void convertsSummerAndWinter() {
    assertThat(BERLIN.toMicros(LocalDateTime.parse("2024-07-01T12:00:00.003")))
        .isEqualTo(micros("2024-07-01T10:00:00.003Z"));
    assertThat(BERLIN.toMicros(LocalDateTime.parse("2024-01-01T12:00:00")))
        .isEqualTo(micros("2024-01-01T11:00:00Z"));
  }

  @Test
  void commitOrderTellsThePassOfARepeatedHour() {
    var repeated = LocalDateTime.parse("2024-10-27T02:30:00");
    assertThat(BERLIN.toMicros(repeated, micros("2024-10-27T00:10:00Z")))
        .isEqualTo(micros("2024-10-27T00:30:00Z"));
    assertThat(BERLIN.toMicros(repeated, micros("2024-10-27T00:50:00Z")))
        .isEqualTo(micros("2024-10-27T01:30:00Z"));
  }

  @Test
  void commitsOfOneMomentInAnotherOrderThanTheirLsnsAreNotAnHourApart() {
    var repeated = LocalDateTime.parse("2024-10-27T02:30:00");
    long floor = micros("2024-10-27T00:30:00.010Z");
    assertThat(BERLIN.toMicros(repeated, floor)).isEqualTo(floor);
  }

  @Test
  void aTimeThatASpringForwardLeftOutIsMovedOn() {
    var left = LocalDateTime.parse("2024-03-31T02:30:00");
    assertThat(BERLIN.toMicros(left)).isEqualTo(micros("2024-03-31T01:30:00Z"));
    assertThat(BERLIN.toMicros(left, 0)).isEqualTo(micros("2024-03-31T01:30:00Z"));
    assertThat(BERLIN.toLatestMicros(left)).isEqualTo(micros("2024-03-31T01:30:00Z"));
    assertThat(BERLIN.isRepeated(left)).isFalse();
  }

  @Test
  void theLastPassOfARepeatedHourCanBeAskedFor() {
    var repeated = LocalDateTime.parse("2024-10-27T02:30:00");
    assertThat(BERLIN.isRepeated(repeated)).isTrue();
    assertThat(BERLIN.toMicros(repeated)).isEqualTo(micros("2024-10-27T00:30:00Z"));
    assertThat(BERLIN.toLatestMicros(repeated)).isEqualTo(micros("2024-10-27T01:30:00Z"));
  }

  @ParameterizedTest
  @CsvSource({
    "2024-07-01T12:00:00+05:30, true",
    "2024-07-01T12:00:00+09:00, true",
    "2024-01-01T12:00:00Z, false",
    "2024-07-01T12:00:00Z, false",
    "2024-01-01T12:00:00+01:00, false",
    "2024-07-01T12:00:00+01:00, false",
    "2024-01-01T12:00:00+00:17, false"
  })
  void anOffsetIsEnoughWhereNoZoneThatHasItChangesItsClocks(OffsetDateTime now, boolean enough) {
    assertThat(ServerZone.withoutClockChange(now))
        .isEqualTo(enough ? Optional.of(new ServerZone(now.getOffset())) : Optional.empty());
  }

  @Property
  void noCommitIsEarlierThanTheOneBefore(
      @ForAll List<@IntRange(min = 0, max = 20_000) Integer> seconds) {
    var start = LocalDateTime.parse("2024-10-27T00:00:00");
    List<LogEntry> entries =
        IntStream.range(0, seconds.size())
            .mapToObj(i -> new LogEntry(new Lsn(0, i + 1), start.plusSeconds(seconds.get(i))))
            .toList();
    var times = new CommitTimes(entries, BERLIN, 0);
    long last = 0;
    for (LogEntry entry : entries) {
      assertThat(times.at(entry.lsn())).isGreaterThanOrEqualTo(last);
      last = times.at(entry.lsn());
    }
  }
}
