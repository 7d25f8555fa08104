package dev.mssqlcdc.writer.delta;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;

/** Writes rows to Parquet. */
final class RowWriteSupport extends WriteSupport<RowBuffer> {

  private final MessageType schema;
  private final String[] names;
  private final ValueWriter[] writers;
  private RecordConsumer consumer;

  RowWriteSupport(List<TableColumn> columns) {
    this.schema = ParquetColumns.schema(columns);
    this.names = columns.stream().map(TableColumn::physicalName).toArray(String[]::new);
    this.writers =
        columns.stream().map(column -> ValueWriter.of(column.type())).toArray(ValueWriter[]::new);
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
    this.consumer = recordConsumer;
  }

  @Override
  public void write(RowBuffer row) {
    consumer.startMessage();
    for (int i = 0; i < names.length; i++) {
      if (row.isPresent(i)) {
        consumer.startField(names[i], i);
        writers[i].write(consumer, row, i);
        consumer.endField(names[i], i);
      }
    }
    consumer.endMessage();
  }
}
