package dev.mssqlcdc.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.time.api.constraints.DateTimeRange;
import org.junit.jupiter.api.Test;

class TestFixedWidthTime {

  @Test
  void keepsAllSevenDigits() {
    assertThat(FixedWidthTime.of(LocalDateTime.parse("0001-01-01T00:00:00.0000001")))
        .isEqualTo("0001-01-01T00:00:00.0000001");
    assertThat(FixedWidthTime.of(LocalDateTime.parse("9999-12-31T23:59:59.999999900")))
        .isEqualTo("9999-12-31T23:59:59.9999999");
  }

  @Test
  void oneInstantIsOneTextWhateverItsOffset() {
    assertThat(FixedWidthTime.of(OffsetDateTime.parse("2024-05-01T02:00:00.1234567+02:00")))
        .isEqualTo(FixedWidthTime.of(OffsetDateTime.parse("2024-05-01T00:00:00.1234567Z")))
        .isEqualTo("2024-05-01T00:00:00.1234567Z");
  }

  @Property
  void sortsAsTime(
      @ForAll @DateTimeRange(min = "0001-01-01T00:00:00", max = "9999-12-31T23:59:59")
          LocalDateTime a,
      @ForAll @DateTimeRange(min = "0001-01-01T00:00:00", max = "9999-12-31T23:59:59")
          LocalDateTime b) {
    assertThat(Integer.signum(FixedWidthTime.of(a).compareTo(FixedWidthTime.of(b))))
        .isEqualTo(Integer.signum(a.compareTo(b)));
  }
}
