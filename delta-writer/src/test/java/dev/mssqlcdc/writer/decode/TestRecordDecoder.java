package dev.mssqlcdc.writer.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.avro.RegistryConfig;
import dev.mssqlcdc.avro.RegistryException;
import dev.mssqlcdc.avro.SchemaClient;
import dev.mssqlcdc.lake.Bronze;
import dev.mssqlcdc.lake.Column;
import dev.mssqlcdc.lake.DeltaType;
import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.schemas.Wire;
import dev.mssqlcdc.writer.TestingRecord;
import dev.mssqlcdc.writer.TestingRegistry;
import dev.mssqlcdc.writer.TestingTable;
import dev.mssqlcdc.writer.core.BadRecordException;
import dev.mssqlcdc.writer.core.Entry;
import dev.mssqlcdc.writer.core.RawRecord;
import dev.mssqlcdc.writer.core.TableStopException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TestRecordDecoder {

  private static final String TOPIC = "shop.dbo.t";

  private TestingRegistry registry;
  private TestingTable table;
  private RecordSchemas schemas;
  private RecordDecoder decoder;

  @BeforeEach
  void start() throws Exception {
    registry = new TestingRegistry();
    table = new TestingTable(TOPIC, registry.url());
    SchemaClient client = new SchemaClient(RegistryConfig.of(registry.url()).withoutRetries());
    schemas = new RecordSchemas(client);
    decoder = new RecordDecoder(client, schemas);
  }

  @AfterEach
  void stop() {
    registry.close();
  }

  @Test
  void everySourceTypeBecomesItsDeltaType() {
    expect("bit", SchemaBuilder.bool(), true, "boolean", true);
    expect("tinyint", SchemaBuilder.int16(), (short) 200, "short", 200);
    expect("smallint", SchemaBuilder.int16(), (short) -5, "short", -5);
    expect("int", SchemaBuilder.int32(), 5, "integer", 5);
    expect("bigint", SchemaBuilder.int64(), 5L, "long", 5L);
    expect("real", SchemaBuilder.float32(), 1.5f, "float", 1.5f);
    expect("float", SchemaBuilder.float64(), 1.5, "double", 1.5);
    expectDecimal("decimal(10,2)", "-12345678.90", "decimal(10,2)");
    expectDecimal("numeric(5)", "12345", "decimal(5,0)");
    expectDecimal("money", "922337203685477.5807", "decimal(19,4)");
    expectDecimal("smallmoney", "-214748.3648", "decimal(10,4)");
    expect(
        "date",
        org.apache.kafka.connect.data.Date.builder(),
        Date.from(Instant.ofEpochSecond(86_400L * 19_000)),
        "date",
        19_000);
    expect(
        "datetime2(7)",
        SchemaBuilder.int64().name(Wire.TYPE_MICRO_TIMESTAMP),
        253_402_300_799_999_999L,
        "timestamp_ntz",
        253_402_300_799_999_999L);
    expect(
        "datetimeoffset(7)",
        SchemaBuilder.string().name(Wire.TYPE_ZONED_TIMESTAMP),
        "2024-02-29T23:59:59.1234567+05:30",
        "timestamp",
        1_709_231_399_123_456L);
    expect("uniqueidentifier", SchemaBuilder.string(), "6F9619FF", "string", "6F9619FF");
    expect("varbinary(max)", SchemaBuilder.bytes(), new byte[] {0, -1}, "binary", "\0\uFFFD");
  }

  @Test
  void everyTypeKeepsItsExtremes() {
    expect("tinyint", SchemaBuilder.int16(), (short) 255, "short", 255);
    expectDecimal("money", "-922337203685477.5808", "decimal(19,4)");
    expectDecimal("decimal(38,38)", "-0.00000000000000000000000000000000000001", "decimal(38,38)");
    expectDecimal("decimal(38,0)", "99999999999999999999999999999999999999", "decimal(38,0)");
    for (String day : List.of("0001-01-01", "9999-12-31")) {
      int days = (int) LocalDate.parse(day).toEpochDay();
      expect(
          "date",
          org.apache.kafka.connect.data.Date.builder(),
          Date.from(Instant.ofEpochSecond(86_400L * days)),
          "date",
          days);
    }
    long yearOne = 86_400_000_000L * LocalDate.parse("0001-01-01").toEpochDay();
    expect(
        "datetime2(7)",
        SchemaBuilder.int64().name(Wire.TYPE_MICRO_TIMESTAMP),
        yearOne,
        "timestamp_ntz",
        yearOne);
    expect("datetimeoffset(7)", zoned(), "0001-01-01T14:00:00+14:00", "timestamp", yearOne);
    expect(
        "datetimeoffset(7)",
        zoned(),
        "9999-12-31T09:59:59.9999999-14:00",
        "timestamp",
        253_402_300_799_999_999L);
    String text = "a\uD83D\uDE00".repeat(2_000);
    expect("nvarchar(max)", SchemaBuilder.string(), text, "string", text);
    expect("varchar(10)", SchemaBuilder.string(), "", "string", "");
    expect("varbinary(10)", SchemaBuilder.bytes(), new byte[0], "binary", "");
  }

  private static SchemaBuilder zoned() {
    return SchemaBuilder.string().name(Wire.TYPE_ZONED_TIMESTAMP);
  }

  @Test
  void timesHaveAsManyDigitsAsTheirType() {
    long nanos = ((23 * 60 + 5) * 60 + 9) * 1_000_000_000L + 120_000_000;

    expect("time(7)", time(), nanos, "string", "23:05:09.1200000");
    expect("time(3)", time(), nanos, "string", "23:05:09.120");
    expect("time(0)", time(), nanos, "string", "23:05:09");
    expect("time(7)", time(), 0L, "string", "00:00:00.0000000");
  }

  @Test
  void keyColumnsAreTheSourcesNames() {
    table.column("Unit_Price", "Unit Price", "int", SchemaBuilder.int32()).key("Unit_Price", "id");
    RawRecord record = table.change(1, 1, Operation.INSERT, Map.of("id", 1, "Unit_Price", 2)).at(0);

    assertThat(schemas.keyColumns("t", record)).containsExactly("Unit Price", "id");
    assertThat(schemas.columns("t", record))
        .extracting(Column::name)
        .containsExactly("id", "Unit Price");
    assertThat(schemas.keyColumns("t", table.progress(null, 1, 0).at(1))).isEmpty();
  }

  @Test
  void entriesSayWhatARecordIs() {
    Entry.Change change =
        (Entry.Change) decode(table.change(7, 3, Operation.UPDATE_AFTER, Map.of("id", 1)));
    Entry.SnapshotRow row =
        (Entry.SnapshotRow) decode(table.snapshotRow(6, "s1", 2, Map.of("id", 1)));
    Entry.EventEntry event = (Entry.EventEntry) decode(table.progress(3L, 9, 4));

    assertThat(change.position().toString())
        .isEqualTo(TestingTable.lsn(7) + "/3/" + TestingTable.lsn(7_003) + "/4");
    assertThat(row)
        .isEqualTo(
            new Entry.SnapshotRow(
                0, TestingTable.lsn(6), OptionalLong.of(TestingTable.commitTs(6)), "s1", 2));
    assertThat(event.event().rows()).hasValue(4);
    assertThat(event.event().metrics())
        .containsEntry("source_rtt_ms", 1.5)
        .containsEntry("capture_lag_seconds", 2.0);
    assertThat(event.lsn()).contains(TestingTable.lsn(9));
  }

  @Test
  void anEventWithoutRowsOrTimesHasNone() {
    Entry.EventEntry event =
        (Entry.EventEntry)
            decode(table.event("x", 1, new EventDetail.TableStopped("c", "r"), null));

    assertThat(event.event().rows()).isEmpty();
    assertThat(event.event().lostFromTs()).isEmpty();
  }

  @Test
  void whatCannotBeDecodedSaysWhereItIs() {
    TestingRecord good = table.change(1, 1, Operation.INSERT, Map.of("id", 1));
    byte[] truncated = Arrays.copyOf(good.value(), 12);
    byte[] unknownSchema = good.value().clone();
    unknownSchema[3] = 9;

    assertStop(null, "no value (a tombstone)");
    assertStop(new byte[] {1, 2}, "too short");
    assertStop(new byte[] {7, 0, 0, 0, 1, 0}, "not in the Confluent wire format");
    assertStop(truncated, "is no value of schema id");
    assertStop(unknownSchema, "Schema not found");
  }

  @Test
  void aRegistryThatIsDownIsNoFaultOfTheRecord() {
    TestingRecord record = table.change(1, 1, Operation.INSERT, Map.of("id", 1));
    registry.down(true);

    assertThatThrownBy(() -> decode(record))
        .isInstanceOfSatisfying(RegistryException.class, e -> assertThat(e.retriable()).isTrue());

    registry.down(false);
    assertThat(decode(record).offset()).isZero();
  }

  @Test
  void aRegistryThatRefusesTheWriterIsNoFaultOfTheRecordEither() {
    TestingRecord record = table.change(1, 1, Operation.INSERT, Map.of("id", 1));
    registry.answering(401);

    assertThatThrownBy(() -> decode(record)).isInstanceOf(RegistryException.class);
    registry.answering(404);
    assertThatThrownBy(() -> decode(record)).isInstanceOf(RegistryException.class);
  }

  @Test
  void anEventThatDoesNotSayWhatItMustIsRefused() {
    assertRefused("{\"from\":\"5\",\"server\":\"s\",\"database\":\"d\"}", "not an LSN");
    assertRefused("{}", "names no source");
    assertRefused("null", "is not what it should be");
    assertRefused("[", "is not what it should be");
    assertRefused("x".repeat(100_000), "...");
  }

  private void assertRefused(String detail, String message) {
    assertThatThrownBy(() -> decode(table.rawEvent("progress", 5, detail)))
        .isInstanceOf(BadRecordException.class)
        .hasMessageContaining("offset 0")
        .hasMessageContaining(message)
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(2_000));
  }

  @Test
  void aDecimalWithMoreDigitsThanItsTypeIsRefused() {
    table.column("c", "c", "decimal(5,2)", Decimal.builder(2));
    RawRecord record =
        table
            .change(1, 1, Operation.INSERT, Map.of("id", 1, "c", new BigDecimal("12345.67")))
            .at(0);
    assertThatThrownBy(() -> decode(record))
        .isInstanceOf(BadRecordException.class)
        .hasMessageContaining("more than 5 digits");
  }

  @Test
  void aConverterThatStripsParametersIsNamed() {
    TestingTable bare = new TestingTable("shop.dbo.bare", registry.url());
    bare.columnWithoutParameters("name", SchemaBuilder.string());

    assertThatThrownBy(
            () -> decode(bare.change(1, 1, Operation.INSERT, Map.of("id", 1, "name", "n"))))
        .isInstanceOf(TableStopException.class)
        .hasMessageContaining("field 'name' has no schema parameter mssqlcdc.column")
        .hasMessageContaining("connect.meta.data=true");
  }

  @Test
  void aTypeThatTheConnectorDoesNotWriteIsRefused() {
    table.column("ts", "ts", "datetime", org.apache.kafka.connect.data.Timestamp.builder());

    assertThatThrownBy(
            () ->
                decode(
                    table.change(
                        1, 1, Operation.INSERT, Map.of("id", 1, "ts", Date.from(Instant.EPOCH)))))
        .isInstanceOf(TableStopException.class)
        .hasMessageContaining("field 'ts' has type org.apache.kafka.connect.data.Timestamp");
  }

  private void assertStop(byte[] value, String message) {
    assertThatThrownBy(() -> decode(new RawRecord(42, null, value, Optional.empty(), 0)))
        .isInstanceOf(TableStopException.class)
        .hasMessageContaining("topic shop.dbo.t, partition 0, offset 42")
        .hasMessageContaining(message);
  }

  private static SchemaBuilder time() {
    return SchemaBuilder.int64().name(Wire.TYPE_NANO_TIME);
  }

  private void expectDecimal(String sourceType, String value, String deltaType) {
    BigDecimal decimal = new BigDecimal(value);
    expect(sourceType, Decimal.builder(decimal.scale()), decimal, deltaType, decimal);
  }

  private void expect(
      String sourceType, SchemaBuilder schema, Object value, String deltaType, Object expected) {
    table.column("c", "The Column", sourceType, schema);
    RawRecord record = table.change(1, 1, Operation.INSERT, Map.of("id", 1, "c", value)).at(0);
    Column column = schemas.columns("t", record).get(1);
    assertThat(column.name()).isEqualTo("The Column");
    assertThat(column.comment()).isEqualTo(sourceType);
    assertThat(column.type().name()).as(sourceType).isEqualTo(deltaType);

    List<Column> columns = new ArrayList<>(Bronze.columns(List.of(column)));
    columns.add(new Column("id", DeltaType.INTEGER, ""));
    BatchDecoder batch = decoder.batch("t", columns, 9);
    batch.decode(record);
    Map<String, Object> row = TestingRow.values(batch.row(), columns);
    assertThat(plain(row.get("The Column"))).as(sourceType).isEqualTo(expected);
    assertThat(row)
        .containsEntry("_kafka_offset", 0L)
        .containsEntry("_batch_id", 9L)
        .containsEntry("id", 1);
  }

  private static Object plain(Object value) {
    return value instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : value;
  }

  private Entry decode(TestingRecord record) {
    return decode(record.at(0));
  }

  private Entry decode(RawRecord record) {
    List<Column> columns =
        Bronze.columns(record.value().isEmpty() ? List.of() : schemas.columns(TOPIC, record));
    return decoder.batch(TOPIC, columns, 9).decode(record);
  }
}
