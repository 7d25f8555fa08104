package dev.mssqlcdc.writer.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.lake.DeltaType;
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
    DeltaType type = DeltaType.decimal(digits, 0);

    if (Decimals.isNumber(type)) {
      assertThat(Decimals.number(type, bytes, 1, bytes.length - 2))
          .isEqualTo(value.longValueExact());
    } else {
      byte[] fixed = new byte[Decimals.length(digits)];
      Decimals.fill(fixed, type, bytes, 1, bytes.length - 2);
      assertThat(new BigInteger(fixed)).isEqualTo(value);
    }
  }

  @Property
  void aValueWithMoreDigitsIsRefused(
      @ForAll @BigRange(min = "-" + GREATEST, max = GREATEST) BigInteger value,
      @ForAll @IntRange(min = 1, max = 38) int precision) {
    Assume.that(value.abs().toString().length() > precision);
    byte[] bytes = value.toByteArray();
    DeltaType type = DeltaType.decimal(precision, 0);
    assertThatThrownBy(() -> store(type, bytes))
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("more digits than " + type);
  }

  private static void store(DeltaType type, byte[] bytes) {
    if (Decimals.isNumber(type)) {
      Decimals.number(type, bytes, 0, bytes.length);
    } else {
      Decimals.fill(new byte[Decimals.length(type.precision())], type, bytes, 0, bytes.length);
    }
  }

  @Test
  void noBytesAreNoDecimal() {
    assertThatThrownBy(() -> Decimals.number(DeltaType.decimal(5, 2), new byte[0], 0, 0))
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
