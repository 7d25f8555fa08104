package dev.mssqlcdc.avro;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;

/**
 * Decodes payloads with the schema that they were written with, never resolved to another. For one
 * thread.
 */
public final class AvroDecoder {

  private final SchemaClient schemas;
  private final Map<Integer, GenericDatumReader<Object>> readers = new HashMap<>();
  private final BoundedDecoder bounded = new BoundedDecoder();
  private BinaryDecoder decoder;

  public AvroDecoder(SchemaClient schemas) {
    this.schemas = schemas;
  }

  /**
   * A new record.
   *
   * @throws UndecodableException when the bytes are not what their schema says
   * @throws RegistryException when the schema cannot be had
   */
  public GenericRecord decode(byte[] payload) {
    if (decodeAny(payload) instanceof GenericRecord value) {
      return value;
    }
    throw new UndecodableException(
        "schema id " + WireFormat.schemaId(payload) + " is no record schema");
  }

  /** As {@link #decode}, for a schema of any type. */
  Object decodeAny(byte[] payload) {
    int id = WireFormat.schemaId(payload);
    GenericDatumReader<Object> reader =
        readers.computeIfAbsent(id, key -> new GenericDatumReader<>(schemas.schema(key)));
    int length = payload.length - WireFormat.HEADER_LENGTH;
    decoder =
        DecoderFactory.get().binaryDecoder(payload, WireFormat.HEADER_LENGTH, length, decoder);
    try {
      Object value = reader.read(null, bounded.over(decoder, length));
      if (!decoder.isEnd()) {
        throw new UndecodableException("bytes are left over after a value of schema id " + id);
      }
      return value;
    } catch (IOException | AvroRuntimeException | IndexOutOfBoundsException e) {
      throw new UndecodableException(
          "payload of %d bytes is no value of schema id %d: %s".formatted(payload.length, id, e),
          e);
    }
  }
}
