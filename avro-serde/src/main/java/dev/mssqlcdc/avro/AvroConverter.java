package dev.mssqlcdc.avro;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.storage.Converter;

/**
 * Connect records as Avro in Confluent's wire format, with the schemas and settings of Confluent's
 * converter; see {@code docs/reference/converter-settings.md}. A worker calls a converter from one
 * thread.
 */
public final class AvroConverter implements Converter {

  private final Map<String, SubjectWriter> byTopic = new HashMap<>();
  private final IdentityHashMap<org.apache.avro.Schema, Schema> connectSchemas =
      new IdentityHashMap<>();
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
  private final BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
  private ConverterSettings settings;
  private SchemaClient client;
  private AvroDecoder decoder;
  private boolean isKey;

  @Override
  public ConfigDef config() {
    return ConverterSettings.configDef();
  }

  @Override
  public void configure(Map<String, ?> configs, boolean isKey) {
    this.isKey = isKey;
    settings = ConverterSettings.of(configs, isKey);
    client = new SchemaClient(settings.registry());
    decoder = new AvroDecoder(client);
  }

  @Override
  public byte[] fromConnectData(String topic, Schema schema, Object value) {
    if (value == null && (schema == null || schema.isOptional())) {
      return null;
    }
    try {
      return encode(writer(topic).of(schema), value);
    } catch (RegistryException e) {
      throw failed(topic, e);
    } catch (DataException | ClassCastException e) {
      throw new DataException("topic " + topic + ": " + e.getMessage(), e);
    }
  }

  private SubjectWriter writer(String topic) {
    SubjectWriter writer = byTopic.get(topic);
    if (writer == null) {
      writer = new SubjectWriter(settings, client, topic, isKey);
      byTopic.put(topic, writer);
    }
    return writer;
  }

  private byte[] encode(SubjectWriter.Written written, Object value) {
    bytes.reset();
    WireFormat.writeHeader(written.schemaId(), bytes);
    try {
      writeAll(written.encoder(), value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** What a value that did not fit left in the encoder must not get into the next record. */
  private void writeAll(ValueEncoder value, Object data) throws IOException {
    try {
      value.write(data, encoder);
    } finally {
      encoder.flush();
    }
  }

  @Override
  public SchemaAndValue toConnectData(String topic, byte[] value) {
    if (value == null) {
      return SchemaAndValue.NULL;
    }
    try {
      org.apache.avro.Schema written = client.schema(WireFormat.schemaId(value));
      Object decoded = decoder.decodeAny(value);
      if (written.equals(Anything.SCHEMA)) {
        return new SchemaAndValue(null, Anything.read((GenericRecord) decoded));
      }
      Schema schema = connectSchema(written);
      return new SchemaAndValue(schema, ConnectValues.of(schema, decoded));
    } catch (RegistryException e) {
      throw failed(topic, e);
    } catch (UndecodableException | DataException e) {
      throw new DataException("topic " + topic + ": " + e.getMessage(), e);
    }
  }

  private Schema connectSchema(org.apache.avro.Schema written) {
    Schema schema = connectSchemas.get(written);
    if (schema == null) {
      schema = ConnectSchemas.of(written, settings.mapping().metadata());
      connectSchemas.put(written, schema);
    }
    return schema;
  }

  private static ConnectException failed(String topic, RegistryException e) {
    String message = "topic " + topic + ": " + e.getMessage();
    return e.retriable() ? new RetriableException(message, e) : new DataException(message, e);
  }
}
