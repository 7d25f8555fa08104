package dev.mssqlcdc.writer.decode;

import static dev.mssqlcdc.lake.DeltaType.DATE;
import static dev.mssqlcdc.lake.DeltaType.DOUBLE;
import static dev.mssqlcdc.lake.DeltaType.FLOAT;
import static dev.mssqlcdc.lake.DeltaType.INTEGER;
import static dev.mssqlcdc.lake.DeltaType.LONG;
import static dev.mssqlcdc.lake.DeltaType.SHORT;
import static dev.mssqlcdc.lake.DeltaType.TIMESTAMP_NTZ;
import static dev.mssqlcdc.lake.DeltaType.decimal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.lake.Column;
import dev.mssqlcdc.lake.DeltaType;
import dev.mssqlcdc.writer.core.Widening;
import dev.mssqlcdc.writer.delta.RowBuffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;

/** Values in columns that were made wider than they are. */
class TestWidenedSteps {

  /** A value and its type. */
  record Typed(DeltaType type, Object value) {}

  @Property
  void whatAColumnHoldsItKeepsExactly(
      @ForAll("columns") DeltaType column, @ForAll("numbers") Typed number) throws IOException {
    Assume.that(Widening.holds(column, number.type()));

    Object kept = read(number, column);

    assertThat(exact(kept)).isEqualByComparingTo(exact(number.value()));
  }

  @Property
  void aDayIsItsFirstMicrosecond(@ForAll @IntRange(min = -719_162, max = 2_932_896) int day)
      throws IOException {
    assertThat(read(new Typed(DATE, day), TIMESTAMP_NTZ)).isEqualTo(day * 86_400_000_000L);
  }

  private static Object read(Typed number, DeltaType column) throws IOException {
    Column own = new Column("c", number.type(), "");
    CapturedField field = new CapturedField(own, Schema.create(avro(number)), step(number));
    AvroCursor cursor = new AvroCursor();
    cursor.begin(encoded(number.value()), 0);
    RowBuffer row = new RowBuffer(List.of(column));

    field.into(column).read(cursor, row, 0);

    assertThat(cursor.isAtEnd()).isTrue();
    return TestingRow.values(row, List.of(new Column("c", column, ""))).get("c");
  }

  private static FieldStep step(Typed number) {
    return switch (avro(number)) {
      case INT -> FieldStep.INT;
      case LONG -> FieldStep.LONG;
      case FLOAT -> FieldStep.FLOAT;
      default -> FieldStep.DECIMAL;
    };
  }

  private static Schema.Type avro(Typed number) {
    if (number.type().isDecimal()) {
      return Schema.Type.BYTES;
    } else if (number.type().equals(FLOAT)) {
      return Schema.Type.FLOAT;
    }
    return number.type().equals(LONG) ? Schema.Type.LONG : Schema.Type.INT;
  }

  private static byte[] encoded(Object value) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(out, null);
    if (value instanceof BigDecimal decimal) {
      encoder.writeBytes(decimal.unscaledValue().toByteArray());
    } else if (value instanceof Float number) {
      encoder.writeFloat(number);
    } else {
      encoder.writeLong(((Number) value).longValue());
    }
    encoder.flush();
    return out.toByteArray();
  }

  private static BigDecimal exact(Object value) {
    if (value instanceof BigDecimal decimal) {
      return decimal;
    }
    return value instanceof Float || value instanceof Double
        ? new BigDecimal(((Number) value).doubleValue())
        : BigDecimal.valueOf(((Number) value).longValue());
  }

  @Provide
  static Arbitrary<DeltaType> columns() {
    return Arbitraries.oneOf(Arbitraries.of(SHORT, INTEGER, LONG, FLOAT, DOUBLE), decimals(1));
  }

  @Provide
  static Arbitrary<Typed> numbers() {
    return Arbitraries.oneOf(
        Arbitraries.shorts().map(value -> new Typed(SHORT, value)),
        Arbitraries.integers().map(value -> new Typed(INTEGER, value)),
        Arbitraries.longs().map(value -> new Typed(LONG, value)),
        Arbitraries.floats().map(value -> new Typed(FLOAT, value)),
        decimals(1)
            .flatMap(
                type ->
                    Arbitraries.bigIntegers()
                        .between(limit(type).negate(), limit(type))
                        .map(digits -> new Typed(type, new BigDecimal(digits, type.scale())))));
  }

  private static Arbitrary<DeltaType> decimals(int fewest) {
    return Arbitraries.integers()
        .between(fewest, 38)
        .flatMap(
            precision ->
                Arbitraries.integers()
                    .between(0, precision)
                    .map(scale -> decimal(precision, scale)));
  }

  private static BigInteger limit(DeltaType type) {
    return BigInteger.TEN.pow(type.precision()).subtract(BigInteger.ONE);
  }
}
