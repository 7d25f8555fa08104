package dev.mssqlcdc.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class TestLsn {

  @Property
  void bytesAndTextRoundTrip(@ForAll @Size(Lsn.LENGTH) byte[] bytes) {
    Lsn lsn = Lsn.of(bytes);
    assertThat(lsn.toBytes()).isEqualTo(bytes);
    assertThat(Lsn.parse(lsn.toString())).isEqualTo(lsn);
  }

  @Property
  void orderIsThatOfTheTextAndOfTheUnsignedBytes(
      @ForAll @Size(Lsn.LENGTH) byte[] left, @ForAll @Size(Lsn.LENGTH) byte[] right) {
    Lsn a = Lsn.of(left);
    Lsn b = Lsn.of(right);
    assertThat(Integer.signum(a.compareTo(b)))
        .isEqualTo(Integer.signum(Arrays.compareUnsigned(left, right)))
        .isEqualTo(Integer.signum(a.toString().compareTo(b.toString())));
  }

  @Property
  void nextIsTheSmallestGreaterLsn(@ForAll @Size(Lsn.LENGTH) byte[] bytes) {
    Lsn lsn = Lsn.of(bytes);
    if (!lsn.toString().matches("0xF{20}")) {
      assertThat(lsn.next()).isGreaterThan(lsn);
      assertThat(lsn.next().previous()).isEqualTo(lsn);
    }
  }

  @Test
  void carriesIntoTheHighPart() {
    assertThat(Lsn.parse("0x0000FFFFFFFFFFFFFFFF").next())
        .isEqualTo(Lsn.parse("0x00010000000000000000"));
  }

  @Test
  void hasNoNeighbourBeyondItsEnds() {
    assertThatThrownBy(Lsn.ZERO::previous).hasMessageContaining("no LSN precedes");
    assertThatThrownBy(Lsn.parse("0x" + "F".repeat(20))::next)
        .hasMessageContaining("no LSN follows");
  }

  @Test
  void refusesWhatIsNoLsn() {
    assertThatThrownBy(() -> Lsn.parse("0x12"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'0x12'");
    assertThatThrownBy(() -> Lsn.of(new byte[9])).hasMessageContaining("got 9");
  }
}
