package dev.mssqlcdc.writer.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.avro.UndecodableException;
import dev.mssqlcdc.lake.Bronze;
import dev.mssqlcdc.lake.Column;
import dev.mssqlcdc.schemas.Fields;
import dev.mssqlcdc.schemas.Wire;
import dev.mssqlcdc.writer.delta.RowBuffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;

/** Avro's own reader and writer say what a payload holds. */
class TestRowReader {

  private static final int HEADER = 5;
  private static final Schema SCHEMA = schema();
  private static final ValueSchema VALUES = new ValueSchema(SCHEMA);
  private static final List<Column> COLUMNS = Bronze.columns(VALUES.columns());

  @Property(tries = 300)
  void rowsHoldWhatAvroReads(@ForAll long seed) throws IOException {
    GenericRecord record = record(new Random(seed));

    Map<String, Object> row = read(encoded(record)).orElseThrow();

    for (Schema.Field field : SCHEMA.getFields()) {
      if (!field.name().equals(Fields.EVENT)) {
        assertThat(row.get(field.name()))
            .as(field.name())
            .isEqualTo(expected(field, record.get(field.pos())));
      }
    }
  }

  /** What Avro's reader refuses is refused here; what both take holds the same. */
  @Property(tries = 1000)
  void damagedPayloadsAreNeverTakenForOthers(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 4) int damages) throws IOException {
    Random random = new Random(seed);
    byte[] payload = encoded(record(random));
    for (int i = 0; i < damages; i++) {
      payload[HEADER + random.nextInt(payload.length - HEADER)] = (byte) random.nextInt();
    }

    Optional<Map<String, Object>> row;
    try {
      row = read(payload);
    } catch (UndecodableException | ArithmeticException | DateTimeException e) {
      assertThat(e).hasMessageMatching("(?s).+");
      return;
    }
    // An event is left to Avro's reader.
    if (row.isPresent()) {
      GenericRecord avro = avro(payload).orElseThrow();
      assertThat(avro.get(Fields.EVENT)).isNull();
      for (String column : List.of("int_c", "bigint_c", "bit_c", "float_c")) {
        assertThat(row.get().get(column)).as(column).isEqualTo(avro.get(column));
      }
    }
  }

  private static Optional<Map<String, Object>> read(byte[] payload) {
    List<String> names = COLUMNS.stream().map(Column::name).toList();
    RowReader reader = VALUES.reader(names::indexOf, COLUMNS.stream().map(Column::type).toList());
    RowBuffer row = new RowBuffer(COLUMNS.stream().map(Column::type).toList());
    return reader.read(new AvroCursor(), payload, row)
        ? Optional.of(TestingRow.values(row, COLUMNS))
        : Optional.empty();
  }

  private static Optional<GenericRecord> avro(byte[] payload) {
    BinaryDecoder decoder =
        DecoderFactory.get().binaryDecoder(payload, HEADER, payload.length - HEADER, null);
    try {
      return Optional.of(new GenericDatumReader<GenericRecord>(SCHEMA).read(null, decoder));
    } catch (IOException | AvroRuntimeException | IndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }

  private static byte[] encoded(GenericRecord record) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(new byte[HEADER]);
    BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(out, null);
    new GenericDatumWriter<GenericRecord>(SCHEMA).write(record, encoder);
    encoder.flush();
    return out.toByteArray();
  }

  private static Object expected(Schema.Field field, Object value) {
    if (value instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      return field.name().startsWith("decimal") ? new BigDecimal(new BigInteger(bytes), 4) : bytes;
    } else if (field.name().equals("zoned_c") && value != null) {
      return Long.parseLong(value.toString().substring(17, 19)) * 1_000_000;
    } else if (field.name().equals("time_c") && value != null) {
      return "00:00:%02d.000".formatted((Long) value / 1_000_000_000);
    }
    return value;
  }

  private static GenericRecord record(Random random) {
    GenericRecord record = new GenericData.Record(SCHEMA);
    for (Schema.Field field : SCHEMA.getFields()) {
      boolean empty = field.name().equals(Fields.EVENT) || random.nextInt(4) == 0;
      record.put(field.pos(), empty ? null : value(field, random));
    }
    return record;
  }

  private static Object value(Schema.Field field, Random random) {
    long number = random.nextLong() >> random.nextInt(Long.SIZE);
    return switch (field.name()) {
      case "decimal_c" -> decimal(BigInteger.valueOf(number % 1_000_000_000L));
      case "decimal_wide_c" -> decimal(new BigInteger(120, random).negate());
      case "zoned_c" -> "1970-01-01T00:00:%02dZ".formatted(random.nextInt(60));
      case "time_c" -> random.nextInt(60) * 1_000_000_000L;
      default ->
          switch (FieldTypes.value(field.schema()).getType()) {
            case INT -> (int) number;
            case LONG -> number;
            case FLOAT -> random.nextFloat();
            case DOUBLE -> random.nextGaussian();
            case BOOLEAN -> random.nextBoolean();
            case BYTES -> ByteBuffer.wrap(BigInteger.valueOf(number).toByteArray());
            default -> "é\uD83D\uDE00".repeat(random.nextInt(5));
          };
    };
  }

  private static ByteBuffer decimal(BigInteger unscaled) {
    return ByteBuffer.wrap(unscaled.toByteArray());
  }

  private static Schema schema() {
    Schema event = Schema.createRecord("event", null, "t", false);
    event.setFields(List.of(new Schema.Field("id", Schema.create(Schema.Type.STRING))));
    Schema record = Schema.createRecord("value", null, "t", false);
    record.setFields(
        List.of(
            optional(Fields.CAPTURE_INSTANCE, Schema.create(Schema.Type.STRING)),
            optional(Fields.START_LSN, Schema.create(Schema.Type.STRING)),
            optional(Fields.COMMIT_TS, Schema.create(Schema.Type.LONG)),
            optional(Fields.OPERATION, Schema.create(Schema.Type.INT)),
            optional(Fields.COMMAND_ID, Schema.create(Schema.Type.INT)),
            optional(Fields.SEQVAL, Schema.create(Schema.Type.STRING)),
            captured("bit_c", Schema.Type.BOOLEAN, null, "bit"),
            captured("int_c", Schema.Type.INT, null, "int"),
            captured("bigint_c", Schema.Type.LONG, null, "bigint"),
            captured("real_c", Schema.Type.FLOAT, null, "real"),
            captured("float_c", Schema.Type.DOUBLE, null, "float"),
            captured("text_c", Schema.Type.STRING, null, "nvarchar(10)"),
            captured("binary_c", Schema.Type.BYTES, null, "varbinary(10)"),
            captured("decimal_c", Schema.Type.BYTES, Wire.TYPE_DECIMAL, "decimal(9,4)"),
            captured("decimal_wide_c", Schema.Type.BYTES, Wire.TYPE_DECIMAL, "decimal(38,4)"),
            captured("zoned_c", Schema.Type.STRING, Wire.TYPE_ZONED_TIMESTAMP, "datetimeoffset(0)"),
            captured("time_c", Schema.Type.LONG, Wire.TYPE_NANO_TIME, "time(3)"),
            optional(Fields.SNAPSHOT, Schema.create(Schema.Type.STRING)),
            optional(Fields.EVENT, event),
            optional(Fields.CHUNK, Schema.create(Schema.Type.INT))));
    return record;
  }

  private static Schema.Field captured(
      String name, Schema.Type type, String semantic, String source) {
    Schema schema = Schema.create(type);
    schema.addProp("connect.parameters", Map.of(Wire.PARAM_COLUMN, name, Wire.PARAM_TYPE, source));
    if (semantic != null) {
      schema.addProp("connect.name", semantic);
    }
    return optional(name, schema);
  }

  private static Schema.Field optional(String name, Schema schema) {
    return new Schema.Field(
        name,
        Schema.createUnion(Schema.create(Schema.Type.NULL), schema),
        null,
        Schema.Field.NULL_DEFAULT_VALUE);
  }
}
