package dev.mssqlcdc.schemas;

/** Names that a record carries besides its fields: schema parameters, headers, semantic types. */
public final class Wire {

  /** Parameter of a column's schema: the column's name in the source. */
  public static final String PARAM_COLUMN = "mssqlcdc.column";

  /**
   * Parameter of a column's schema: the source type as declared, for example {@code decimal(10,2)}
   * or {@code nvarchar(max)}.
   */
  public static final String PARAM_TYPE = "mssqlcdc.type";

  /** Parameter of a column's schema: the column's {@code column_id} in the source table. */
  public static final String PARAM_COLUMN_ID = "mssqlcdc.column_id";

  /**
   * Parameter of a column's schema: why change rows do not hold the value ({@code computed}...).
   */
  public static final String PARAM_PARTIAL = "mssqlcdc.partial";

  /** Header of an event record; its value is {@link EventType#wireName()}. */
  public static final String HEADER_EVENT = "mssqlcdc.event";

  /** Connect's decimal. */
  public static final String TYPE_DECIMAL = "org.apache.kafka.connect.data.Decimal";

  /** Connect's date: int32, days since 1970. */
  public static final String TYPE_DATE = "org.apache.kafka.connect.data.Date";

  /** int64, microseconds since 1970 of a local date and time without a zone. */
  public static final String TYPE_MICRO_TIMESTAMP = "io.debezium.time.MicroTimestamp";

  /** int64, nanoseconds since midnight. */
  public static final String TYPE_NANO_TIME = "io.debezium.time.NanoTime";

  /** string, ISO 8601 date and time with its UTC offset. */
  public static final String TYPE_ZONED_TIMESTAMP = "io.debezium.time.ZonedTimestamp";

  /** Name of the {@link Fields#EVENT} struct. */
  public static final String EVENT_SCHEMA = "dev.mssqlcdc.Event";

  /** Name of the event's {@code metrics} struct. */
  public static final String METRICS_SCHEMA = "dev.mssqlcdc.Metrics";

  private Wire() {}
}
