package dev.mssqlcdc.writer.decode;

import dev.mssqlcdc.avro.AvroDecoder;
import dev.mssqlcdc.avro.SchemaClient;
import dev.mssqlcdc.lake.Bronze;
import dev.mssqlcdc.lake.Column;
import dev.mssqlcdc.writer.core.Entry;
import dev.mssqlcdc.writer.core.RawRecord;
import java.util.List;

/** Decodes records with the schema that they were written with. For one thread. */
public final class RecordDecoder {

  private final AvroDecoder events;
  private final RecordSchemas schemas;

  public RecordDecoder(SchemaClient registry, RecordSchemas schemas) {
    this.events = new AvroDecoder(registry);
    this.schemas = schemas;
  }

  /**
   * A decoder of one batch.
   *
   * @param columns the bronze table's; they hold every column of the batch's records
   * @param batchId offset of the batch's last record
   */
  public BatchDecoder batch(String topic, List<Column> columns, long batchId) {
    return new BatchDecoder(topic, schemas, events, columns, batchId);
  }

  /**
   * What a single record is.
   *
   * @throws dev.mssqlcdc.writer.core.BadRecordException when it cannot be decoded
   * @throws dev.mssqlcdc.avro.RegistryException when the registry does not answer
   */
  public Entry entry(String topic, RawRecord record) {
    List<Column> columns = Bronze.columns(schemas.columns(topic, record));
    return batch(topic, columns, record.offset()).decode(record);
  }
}
