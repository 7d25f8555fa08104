package dev.mssqlcdc.connector.signal;

import dev.mssqlcdc.connector.core.Signal;
import dev.mssqlcdc.connector.core.SignalPosition;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the records of a signal topic; one that is no signal is warned about and passed over. */
final class SignalRecords {

  private static final Logger LOG = LoggerFactory.getLogger(SignalRecords.class);

  private final byte[] connector;

  /**
   * @param connector the key of records for this connector alone
   */
  SignalRecords(String connector) {
    this.connector = connector.getBytes(StandardCharsets.UTF_8);
  }

  /** The signal in a record; empty for another connector's and for what is none. */
  Optional<Signal> read(String topicId, ConsumerRecord<byte[], byte[]> record) {
    if (record.key() != null && !Arrays.equals(record.key(), connector)) {
      return Optional.empty();
    }
    try {
      var at = new SignalPosition(topicId, record.offset());
      return Optional.of(SignalJson.parse(at, record.value()));
    } catch (IllegalArgumentException e) {
      LOG.warn(
          "The record at offset {} of partition {} of signal topic {} is skipped: {}. What to do: send a correct one",
          record.offset(),
          record.partition(),
          record.topic(),
          e.getMessage());
      return Optional.empty();
    }
  }
}
