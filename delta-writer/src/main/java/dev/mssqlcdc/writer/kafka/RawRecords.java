package dev.mssqlcdc.writer.kafka;

import dev.mssqlcdc.schemas.Wire;
import dev.mssqlcdc.writer.core.RawRecord;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/** Takes records from the consumer. */
final class RawRecords {

  private RawRecords() {}

  /**
   * @param now milliseconds since 1970
   */
  static RawRecord of(ConsumerRecord<byte[], byte[]> record, long now) {
    Header event = record.headers().lastHeader(Wire.HEADER_EVENT);
    return new RawRecord(
        record.offset(),
        record.key(),
        record.value(),
        Optional.ofNullable(event).map(header -> text(header.value())),
        now,
        length(record.serializedKeySize()) + length(record.serializedValueSize()));
  }

  private static int length(int serialized) {
    return serialized == ConsumerRecord.NULL_SIZE ? 0 : serialized;
  }

  // Connect's header converter may quote the text.
  private static String text(byte[] header) {
    return new String(header, StandardCharsets.UTF_8).replace("\"", "");
  }
}
