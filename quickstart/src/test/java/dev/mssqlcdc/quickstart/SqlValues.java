package dev.mssqlcdc.quickstart;

import dev.mssqlcdc.schemas.Wire;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.List;
import java.util.function.Supplier;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.SchemaBuilder;

/** Values of every type of SQL Server, on the wire and as Spark must read them. */
final class SqlValues {

  private static final byte[] BYTES = {0, -1, 127};

  private SqlValues() {}

  /**
   * A value of a type.
   *
   * @param type of the source
   * @param wire as the connector sends it
   * @param read what Spark reads
   * @param sparkType the column's
   */
  record SqlValue(
      String type, Supplier<SchemaBuilder> schema, Object wire, Object read, String sparkType) {}

  /** A type and another that its column follows. */
  record Change(SqlValue narrow, SqlValue wide) {}

  static List<SqlValue> ofEveryType() {
    return List.of(
        same("bit", SchemaBuilder::bool, true, "boolean"),
        same("tinyint", SchemaBuilder::int16, (short) 255, "smallint"),
        same("smallint", SchemaBuilder::int16, Short.MIN_VALUE, "smallint"),
        same("int", SchemaBuilder::int32, Integer.MIN_VALUE, "int"),
        same("bigint", SchemaBuilder::int64, Long.MIN_VALUE, "bigint"),
        same("real", SchemaBuilder::float32, 0.1f, "float"),
        same("float", SchemaBuilder::float64, 0.1, "double"),
        decimal("decimal(38,10)", "-1234567890123456789012345678.0123456789", "decimal(38,10)"),
        decimal("numeric(9,2)", "-1234567.89", "decimal(9,2)"),
        decimal("money", "-922337203685477.5808", "decimal(19,4)"),
        decimal("smallmoney", "214748.3647", "decimal(10,4)"),
        date(LocalDate.of(1, 1, 1)),
        dateTime("datetime", LocalDateTime.of(1753, 1, 1, 0, 0, 0, 3_000_000)),
        dateTime("smalldatetime", LocalDateTime.of(2079, 6, 6, 23, 59)),
        dateTime("datetime2(7)", LocalDateTime.of(9999, 12, 31, 23, 59, 59, 999_999_000)),
        new SqlValue(
            "datetimeoffset(7)",
            () -> SchemaBuilder.string().name(Wire.TYPE_ZONED_TIMESTAMP),
            "2026-01-01T00:00:00.1234567+02:00",
            Instant.parse("2025-12-31T22:00:00.123456Z"),
            "timestamp"),
        new SqlValue(
            "time(7)",
            () -> SchemaBuilder.int64().name(Wire.TYPE_NANO_TIME),
            86_399_123_456_700L,
            "23:59:59.1234567",
            "string"),
        text("char(3)", "a  "),
        text("varchar(max)", "\u00e9"),
        text("nchar(2)", "\u6771 "),
        text("nvarchar(max)", "it's \uD83D\uDE00"),
        text("text", ""),
        text("ntext", "n"),
        text("xml", "<a/>"),
        text("uniqueidentifier", "0E984725-C51C-4BF4-9960-E1C80E27ABA0"),
        same("binary(3)", SchemaBuilder::bytes, BYTES, "binary"),
        same("varbinary(max)", SchemaBuilder::bytes, BYTES, "binary"),
        same("image", SchemaBuilder::bytes, BYTES, "binary"),
        same("rowversion", SchemaBuilder::bytes, BYTES, "binary"));
  }

  /** Every change of a type that bronze follows. */
  static List<Change> widened() {
    SqlValue bigint = same("bigint", SchemaBuilder::int64, Long.MAX_VALUE, "bigint");
    SqlValue aFloat = same("float", SchemaBuilder::float64, 0.1, "double");
    SqlValue smallint = same("smallint", SchemaBuilder::int16, Short.MIN_VALUE, "smallint");
    SqlValue anInt = same("int", SchemaBuilder::int32, Integer.MIN_VALUE, "int");
    SqlValue ofInts = decimal("decimal(12,2)", "-9999999999.99", "decimal(12,2)");
    return List.of(
        new Change(smallint, anInt),
        new Change(smallint, bigint),
        new Change(anInt, bigint),
        new Change(smallint, aFloat),
        new Change(anInt, aFloat),
        new Change(same("real", SchemaBuilder::float32, 0.1f, "float"), aFloat),
        new Change(smallint, ofInts),
        new Change(anInt, ofInts),
        new Change(
            same("bigint", SchemaBuilder::int64, Long.MIN_VALUE, "bigint"),
            decimal("decimal(22,2)", "99999999999999999999.99", "decimal(22,2)")),
        new Change(
            decimal("decimal(9,2)", "-1234567.89", "decimal(9,2)"),
            decimal("decimal(11,2)", "123456789.01", "decimal(11,2)")),
        new Change(
            decimal("decimal(10,2)", "-12345678.90", "decimal(10,2)"),
            decimal("decimal(14,4)", "9999999999.9999", "decimal(14,4)")),
        new Change(
            decimal("decimal(18,2)", "-1234567890123456.78", "decimal(18,2)"),
            decimal("decimal(38,6)", "12345678901234567890.123456", "decimal(38,6)")),
        new Change(
            date(LocalDate.of(1, 1, 1)),
            dateTime("datetime2(6)", LocalDateTime.of(9999, 12, 31, 23, 59, 59, 999_999_000))));
  }

  private static SqlValue same(
      String type, Supplier<SchemaBuilder> schema, Object value, String sparkType) {
    return new SqlValue(type, schema, value, value, sparkType);
  }

  private static SqlValue text(String type, String value) {
    return same(type, SchemaBuilder::string, value, "string");
  }

  private static SqlValue decimal(String type, String value, String sparkType) {
    BigDecimal decimal = new BigDecimal(value);
    return same(type, () -> Decimal.builder(decimal.scale()), decimal, sparkType);
  }

  private static SqlValue date(LocalDate day) {
    return new SqlValue(
        "date",
        () -> SchemaBuilder.int32().name(Wire.TYPE_DATE),
        Date.from(day.atStartOfDay().toInstant(ZoneOffset.UTC)),
        day,
        "date");
  }

  private static SqlValue dateTime(String type, LocalDateTime value) {
    Instant utc = value.toInstant(ZoneOffset.UTC);
    return new SqlValue(
        type,
        () -> SchemaBuilder.int64().name(Wire.TYPE_MICRO_TIMESTAMP),
        utc.getEpochSecond() * 1_000_000 + utc.getNano() / 1_000,
        value,
        "timestamp_ntz");
  }
}
