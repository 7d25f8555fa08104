package dev.mssqlcdc.benchmarks.floor;

import dev.mssqlcdc.avro.AvroDecoder;
import dev.mssqlcdc.avro.RegistryConfig;
import dev.mssqlcdc.avro.SchemaClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.avro.generic.GenericRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.parquet.hadoop.ParquetWriter;

/**
 * One thread consumes, decodes to generic records and writes Parquet files: no order, repetition or
 * completeness is checked, nothing is committed. Runs until it is stopped.
 */
public final class FloorMain {

  /** About as many rows as the delta-writer puts into a file. */
  private static final int ROWS_OF_FILE = 150_000;

  private static final Duration WAIT = Duration.ofSeconds(1);

  private final Path folder;
  private final Path counts;
  private final AvroDecoder decoder;
  private final Configuration hadoop = new Configuration();
  private ParquetWriter<FloorRow> file;
  private int files;
  private int rows;

  private FloorMain(String registry, Path folder, Path counts) {
    this.folder = folder;
    this.counts = counts;
    this.decoder = new AvroDecoder(new SchemaClient(RegistryConfig.of(registry)));
  }

  /**
   * @param args the brokers, the registry, the topic, the folder for the files, and the file that
   *     gets a line with the rows of each complete one
   */
  public static void main(String[] args) throws IOException {
    new FloorMain(args[1], Path.of(args[3]), Path.of(args[4])).run(args[0], args[2]);
  }

  private void run(String brokers, String topic) throws IOException {
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers", brokers,
                "isolation.level", "read_committed",
                "max.poll.records", "20000"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      TopicPartition partition = new TopicPartition(topic, 0);
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      while (true) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(WAIT)) {
          // events have no key
          if (record.key() != null) {
            write(new FloorRow(decoder.decode(record.value()), record.offset()));
          }
        }
      }
    }
  }

  private void write(FloorRow row) throws IOException {
    if (file == null) {
      file = open(row.value());
    }
    file.write(row);
    rows++;
    if (rows == ROWS_OF_FILE) {
      file.close();
      Files.writeString(counts, rows + "\n", StandardOpenOption.APPEND);
      file = null;
      rows = 0;
    }
  }

  private ParquetWriter<FloorRow> open(GenericRecord first) throws IOException {
    Path path = folder.resolve("part-" + ++files + ".parquet");
    return FloorWriteSupport.open(path, first.getSchema(), hadoop);
  }
}
