package dev.mssqlcdc.writer.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.Arrays;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.BigRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class TestDecimals {

  private static final String GREATEST = "99999999999999999999999999999999999999";

  @Property
  void everyValueIsKept(
      @ForAll @BigRange(min = "-" + GREATEST, max = GREATEST) BigInteger value,
      @ForAll @IntRange(max = 3) int repeatedSigns) {
    byte[] bytes = padded(value, repeatedSigns);
    int digits = Math.max(1, value.abs().toString().length());

    if (Decimals.isNumber(digits)) {
      assertThat(Decimals.number(digits, bytes, 1, bytes.length - 2))
          .isEqualTo(value.longValueExact());
    } else {
      byte[] fixed = new byte[Decimals.length(digits)];
      Decimals.fill(fixed, digits, bytes, 1, bytes.length - 2);
      assertThat(new BigInteger(fixed)).isEqualTo(value);
    }
  }

  @Property
  void aValueWithMoreDigitsIsRefused(
      @ForAll @BigRange(min = "-" + GREATEST, max = GREATEST) BigInteger value,
      @ForAll @IntRange(min = 1, max = 38) int precision) {
    Assume.that(value.abs().toString().length() > precision);
    byte[] bytes = value.toByteArray();
    assertThatThrownBy(() -> store(precision, bytes))
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("more than " + precision + " digits");
  }

  private static void store(int precision, byte[] bytes) {
    if (Decimals.isNumber(precision)) {
      Decimals.number(precision, bytes, 0, bytes.length);
    } else {
      Decimals.fill(new byte[Decimals.length(precision)], precision, bytes, 0, bytes.length);
    }
  }

  @Test
  void noBytesAreNoDecimal() {
    assertThatThrownBy(() -> Decimals.number(5, new byte[0], 0, 0))
        .hasMessageContaining("no bytes");
  }

  /** One byte of something else before and after, and the sign more often than needed. */
  private static byte[] padded(BigInteger value, int signs) {
    byte[] bytes = value.toByteArray();
    byte[] padded = new byte[bytes.length + signs + 2];
    Arrays.fill(padded, 1, 1 + signs, (byte) (value.signum() < 0 ? -1 : 0));
    System.arraycopy(bytes, 0, padded, 1 + signs, bytes.length);
    padded[0] = 77;
    padded[padded.length - 1] = 77;
    return padded;
  }
}
