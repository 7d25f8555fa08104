package dev.mssqlcdc.avro;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.storage.Converter;

/**
 * Connect records as Avro in Confluent's wire format. Registers by TopicNameStrategy ({@code
 * <topic>-key}, {@code <topic>-value}) and writes the same schemas as Confluent's converter.
 * Schemas are cached by identity, as a connector hands the same object on with every record; a
 * worker calls a converter from one thread.
 *
 * <p>Settings: {@code schema.registry.url}, comma-separated base addresses.
 */
public final class AvroConverter implements Converter {

  private static final String URL = "schema.registry.url";
  private static final ConfigDef CONFIG =
      new ConfigDef()
          .define(
              URL,
              ConfigDef.Type.STRING,
              ConfigDef.NO_DEFAULT_VALUE,
              new ConfigDef.NonEmptyString(),
              ConfigDef.Importance.HIGH,
              "Base addresses of the schema registry, comma-separated.");

  /** A connector that makes a new schema object per record must not fill the heap. */
  private static final int MAX_SCHEMA_OBJECTS = 1_000;

  private final Map<String, IdentityHashMap<Schema, Registered>> byTopic = new HashMap<>();
  private final IdentityHashMap<org.apache.avro.Schema, Schema> connectSchemas =
      new IdentityHashMap<>();
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
  private BinaryEncoder encoder;
  private SchemaClient client;
  private AvroDecoder decoder;
  private String subjectSuffix;

  private record Registered(int schemaId, ValueEncoder encoder) {}

  @Override
  public ConfigDef config() {
    return CONFIG;
  }

  @Override
  public void configure(Map<String, ?> configs, boolean isKey) {
    Map<String, Object> parsed = CONFIG.parse(configs);
    client = new SchemaClient(RegistryConfig.of((String) parsed.get(URL)));
    decoder = new AvroDecoder(client);
    subjectSuffix = isKey ? "-key" : "-value";
  }

  @Override
  public byte[] fromConnectData(String topic, Schema schema, Object value) {
    if (schema == null && value == null) {
      return null;
    }
    if (schema == null) {
      throw new DataException(
          "topic %s: a %s without a schema cannot become Avro"
              .formatted(topic, value.getClass().getSimpleName()));
    }
    if (value == null && schema.isOptional()) {
      return null;
    }
    Registered registered =
        byTopic.computeIfAbsent(topic, key -> new IdentityHashMap<>()).get(schema);
    return encode(topic, registered == null ? register(topic, schema) : registered, value);
  }

  private byte[] encode(String topic, Registered registered, Object value) {
    try {
      bytes.reset();
      WireFormat.writeHeader(registered.schemaId(), bytes);
      encoder = EncoderFactory.get().binaryEncoder(bytes, encoder);
      registered.encoder().write(value, encoder);
      encoder.flush();
      return bytes.toByteArray();
    } catch (DataException | ClassCastException e) {
      throw new DataException("topic " + topic + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Registered register(String topic, Schema schema) {
    String subject = topic + subjectSuffix;
    Registered registered =
        new Registered(registerSchema(subject, AvroSchemas.of(schema)), ValueEncoder.of(schema));
    IdentityHashMap<Schema, Registered> known = byTopic.get(topic);
    if (known.size() >= MAX_SCHEMA_OBJECTS) {
      known.clear();
    }
    known.put(schema, registered);
    return registered;
  }

  private int registerSchema(String subject, org.apache.avro.Schema avro) {
    try {
      return client.register(subject, avro);
    } catch (RegistryException e) {
      if (e.retriable()) {
        throw new RetriableException(e.getMessage(), e);
      }
      throw new DataException(e.getMessage(), e);
    }
  }

  @Override
  public SchemaAndValue toConnectData(String topic, byte[] value) {
    if (value == null) {
      return SchemaAndValue.NULL;
    }
    try {
      org.apache.avro.Schema written = client.schema(WireFormat.schemaId(value));
      Schema schema = connectSchemas.computeIfAbsent(written, ConnectSchemas::of);
      return new SchemaAndValue(schema, ConnectValues.of(schema, decoder.decodeAny(value)));
    } catch (RegistryException e) {
      if (e.retriable()) {
        throw new RetriableException("topic " + topic + ": " + e.getMessage(), e);
      }
      throw new DataException("topic " + topic + ": " + e.getMessage(), e);
    } catch (UndecodableException e) {
      throw new DataException("topic " + topic + ": " + e.getMessage(), e);
    }
  }
}
