package dev.mssqlcdc.benchmarks.writer;

import dev.mssqlcdc.avro.AvroConverter;
import dev.mssqlcdc.avro.RegistryConfig;
import dev.mssqlcdc.avro.SchemaClient;
import dev.mssqlcdc.avro.WireFormat;
import dev.mssqlcdc.connector.record.WireRecord;
import dev.mssqlcdc.schemas.Wire;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.avro.Schema;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.connect.data.Struct;

/** A topic of sales, filled in transactions as an exactly-once Connect worker fills it. */
public final class SalesTopic {

  /** What a writer of these topics is told as {@code topic.prefix}. */
  public static final String PREFIX = "bench";

  /** The table's name in the lake. */
  public static final String TABLE = "dbo.sales";

  public static final String NAME = PREFIX + "." + TABLE;

  private static final int RECORDS_OF_TRANSACTION = 16_384;

  private final KafkaProducer<byte[], byte[]> producer;
  private final AvroConverter keys = new AvroConverter();
  private final AvroConverter values = new AvroConverter();
  private int open;

  private SalesTopic(KafkaProducer<byte[], byte[]> producer, String registryUrl) {
    this.producer = producer;
    keys.configure(Map.of("schema.registry.url", registryUrl), true);
    values.configure(Map.of("schema.registry.url", registryUrl), false);
  }

  /**
   * Makes the topic, with so many rows.
   *
   * @return the schema of its values
   */
  public static Schema create(String bootstrapServers, String registryUrl, int rows)
      throws ExecutionException, InterruptedException {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
      admin.createTopics(Set.of(new NewTopic(NAME, 1, (short) 1))).all().get();
    }
    try (KafkaProducer<byte[], byte[]> producer = producer(bootstrapServers)) {
      producer.initTransactions();
      SalesTopic topic = new SalesTopic(producer, registryUrl);
      topic.fill(rows);
      return topic.schema(registryUrl);
    }
  }

  private static KafkaProducer<byte[], byte[]> producer(String bootstrapServers) {
    return new KafkaProducer<>(
        Map.of(
            "bootstrap.servers", bootstrapServers,
            "transactional.id", "bench-sales",
            "linger.ms", "50",
            "batch.size", "524288",
            "compression.type", "lz4"),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }

  private Schema schema(String registryUrl) {
    byte[] value = bytes(values, new SalesTable(NAME).nextRow().value());
    return new SchemaClient(RegistryConfig.of(registryUrl)).schema(WireFormat.schemaId(value));
  }

  private void fill(int rows) {
    SalesTable table = new SalesTable(NAME);
    producer.beginTransaction();
    for (int i = 0; i < rows; i++) {
      send(table.nextRow());
      if (table.isProgressDue()) {
        send(table.progress());
      }
    }
    send(table.progress());
    producer.commitTransaction();
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the commit fails where a send did
  private void send(WireRecord row) {
    ProducerRecord<byte[], byte[]> sent =
        new ProducerRecord<>(NAME, 0, bytes(keys, row.key()), bytes(values, row.value()));
    if (row.eventType() != null) {
      sent.headers().add(Wire.HEADER_EVENT, row.eventType().getBytes(StandardCharsets.UTF_8));
    }
    producer.send(sent);
    open++;
    if (open == RECORDS_OF_TRANSACTION) {
      producer.commitTransaction();
      producer.beginTransaction();
      open = 0;
    }
  }

  private static byte[] bytes(AvroConverter converter, Struct struct) {
    return struct == null ? null : converter.fromConnectData(NAME, struct.schema(), struct);
  }
}
