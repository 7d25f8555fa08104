package dev.mssqlcdc.connector.record;

import dev.mssqlcdc.schemas.EventFields;
import dev.mssqlcdc.schemas.Wire;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;

/**
 * Connect schemas of an event and its metrics; a test holds them to the contract's Avro records.
 */
final class EventSchemas {

  static final Schema METRICS =
      SchemaBuilder.struct()
          .name(Wire.METRICS_SCHEMA)
          .optional()
          .field("source_rtt_ms", Schema.OPTIONAL_FLOAT64_SCHEMA)
          .field("read_seconds", Schema.OPTIONAL_FLOAT64_SCHEMA)
          .field("read_mb", Schema.OPTIONAL_FLOAT64_SCHEMA)
          .field("network_wait_ms", Schema.OPTIONAL_FLOAT64_SCHEMA)
          .field("retention_watermark_ts", Schema.OPTIONAL_INT64_SCHEMA)
          .field("retention_headroom_hours", Schema.OPTIONAL_FLOAT64_SCHEMA)
          .field("source_max_commit_ts", Schema.OPTIONAL_INT64_SCHEMA)
          .field("capture_lag_seconds", Schema.OPTIONAL_FLOAT64_SCHEMA)
          .field("ingestion_lag_seconds", Schema.OPTIONAL_FLOAT64_SCHEMA)
          .build();

  static final Schema EVENT =
      SchemaBuilder.struct()
          .name(Wire.EVENT_SCHEMA)
          .optional()
          .field(EventFields.ID, Schema.STRING_SCHEMA)
          .field(EventFields.TYPE, Schema.STRING_SCHEMA)
          .field(EventFields.DETAIL, Schema.STRING_SCHEMA)
          .field(EventFields.ROWS, Schema.OPTIONAL_INT64_SCHEMA)
          .field(EventFields.LOST_FROM_TS, Schema.OPTIONAL_INT64_SCHEMA)
          .field(EventFields.LOST_TO_TS, Schema.OPTIONAL_INT64_SCHEMA)
          .field(EventFields.METRICS, METRICS)
          .build();

  private EventSchemas() {}
}
