package dev.mssqlcdc.benchmarks.floor;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.util.HadoopOutputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;

/** Hands a generic record's fields to Parquet, the event aside, and its offset. */
final class FloorWriteSupport extends WriteSupport<FloorRow> {

  /** As the delta-writer's. */
  private static final long ROW_GROUP_BYTES = 32L << 20;

  private static final String EVENT = "_event";
  private static final String OFFSET = "_kafka_offset";

  private final List<FloorField> fields;
  private final MessageType schema;
  private RecordConsumer consumer;

  private FloorWriteSupport(Schema records) {
    fields =
        records.getFields().stream()
            .filter(field -> !field.name().equals(EVENT))
            .map(FloorField::of)
            .toList();
    Types.MessageTypeBuilder message = Types.buildMessage();
    fields.forEach(field -> message.addField(field.type()));
    message.addField(Types.required(PrimitiveTypeName.INT64).named(OFFSET));
    schema = message.named("row");
  }

  static ParquetWriter<FloorRow> open(Path path, Schema records, Configuration hadoop)
      throws IOException {
    OutputFile file =
        HadoopOutputFile.fromPath(new org.apache.hadoop.fs.Path(path.toUri()), hadoop);
    return new Builder(file, records)
        .withConf(hadoop)
        .withCompressionCodec(CompressionCodecName.ZSTD)
        .withRowGroupSize(ROW_GROUP_BYTES)
        .build();
  }

  // Abstract and deprecated at once: its successor below is the one that is called.
  @Override
  @SuppressWarnings("deprecation")
  public WriteContext init(Configuration configuration) {
    return new WriteContext(schema, Map.of());
  }

  @Override
  public WriteContext init(ParquetConfiguration configuration) {
    return new WriteContext(schema, Map.of());
  }

  @Override
  public void prepareForWrite(RecordConsumer recordConsumer) {
    consumer = recordConsumer;
  }

  @Override
  public void write(FloorRow row) {
    consumer.startMessage();
    GenericRecord values = row.value();
    for (int i = 0; i < fields.size(); i++) {
      FloorField field = fields.get(i);
      Object value = values.get(field.position());
      if (value != null) {
        consumer.startField(field.name(), i);
        field.writer().write(consumer, value);
        consumer.endField(field.name(), i);
      }
    }
    consumer.startField(OFFSET, fields.size());
    consumer.addLong(row.offset());
    consumer.endField(OFFSET, fields.size());
    consumer.endMessage();
  }

  private static final class Builder extends ParquetWriter.Builder<FloorRow, Builder> {

    private final Schema records;

    Builder(OutputFile file, Schema records) {
      super(file);
      this.records = records;
    }

    @Override
    protected Builder self() {
      return this;
    }

    // The builder has no other way to a write support.
    @Override
    @SuppressWarnings("deprecation")
    protected WriteSupport<FloorRow> getWriteSupport(Configuration configuration) {
      return new FloorWriteSupport(records);
    }
  }
}
