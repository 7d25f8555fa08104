package dev.mssqlcdc.avro;

import java.io.IOException;
import org.apache.avro.io.Encoder;
import org.apache.kafka.connect.errors.DataException;

/** Writes Connect values of one schema as Avro binary data of one Avro schema. */
@FunctionalInterface
interface ValueEncoder {

  /**
   * Writes one value.
   *
   * @throws DataException when the value does not fit the schema
   * @throws ClassCastException likewise
   */
  void write(Object value, Encoder out) throws IOException;
}
