package dev.mssqlcdc.schemas;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
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
  void textIsReadOutOfTheMiddleOfBytes(
      @ForAll @Size(Lsn.LENGTH) byte[] bytes, @ForAll byte[] before, @ForAll byte[] after) {
    byte[] text = Lsn.of(bytes).toString().toLowerCase(Locale.ROOT).getBytes(UTF_8);
    byte[] all =
        ByteBuffer.allocate(before.length + text.length + after.length)
            .put(before)
            .put(text)
            .put(after)
            .array();
    assertThat(Lsn.parse(all, before.length, text.length)).isEqualTo(Lsn.of(bytes));
  }

  @Property
  void textWithOneOtherCharacterIsRefused(
      @ForAll @Size(Lsn.LENGTH) byte[] bytes,
      @ForAll @IntRange(max = 21) int at,
      @ForAll char other) {
    StringBuilder text = new StringBuilder(Lsn.of(bytes).toString());
    text.setCharAt(at, other);
    boolean valid = text.toString().matches("0[xX][0-9a-fA-F]{20}");
    assertThat(catchThrowable(() -> Lsn.parse(text.toString())) == null).isEqualTo(valid);
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
