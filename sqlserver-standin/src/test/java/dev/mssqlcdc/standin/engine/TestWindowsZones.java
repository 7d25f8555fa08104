package dev.mssqlcdc.standin.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class TestWindowsZones {

  @Test
  void everyNameStandsForAZoneThatJavaKnows() {
    assertThat(WindowsZones.names())
        .hasSizeGreaterThan(130)
        .allSatisfy(name -> assertThat(WindowsZones.zone(name)).isPresent());
  }

  @Test
  void aZoneHasTheNameThatStandsForIt() {
    assertThat(WindowsZones.names())
        .allSatisfy(
            name -> assertThat(WindowsZones.zone(name).flatMap(WindowsZones::name)).contains(name));
  }

  @Test
  void zonesOfTheSameTimeShareAName() {
    assertThat(WindowsZones.name(ZoneId.of("Europe/Athens"))).contains("GTB Standard Time");
    assertThat(WindowsZones.name(ZoneId.of("America/Detroit"))).contains("Eastern Standard Time");
    assertThat(WindowsZones.name(ZoneOffset.UTC)).contains("UTC");
    assertThat(WindowsZones.name(ZoneOffset.ofHours(1))).isEmpty();
  }

  @Test
  void namesAreReadInAnyCase() {
    assertThat(WindowsZones.zone("tokyo STANDARD time")).contains(ZoneId.of("Asia/Tokyo"));
    assertThat(WindowsZones.zone("Asia/Tokyo")).isEmpty();
  }
}
