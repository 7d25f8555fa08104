package dev.mssqlcdc.connector;

import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What may be done to stored offsets from outside: a table's offset may be dropped, and nothing
 * else.
 */
final class OffsetAlteration {

  private static final Logger LOG = LoggerFactory.getLogger(OffsetAlteration.class);
  private static final List<String> FORM = List.of(SourcePartition.SERVER, SourcePartition.TABLE);

  private OffsetAlteration() {}

  /**
   * @param prefix the connector's topic prefix
   * @param offsets the wanted offset of each partition, null to drop it
   * @throws ConnectException when one is to be set, or its partition can only be a mistake
   */
  static void check(String prefix, Map<Map<String, ?>, Map<String, ?>> offsets) {
    offsets.forEach((partition, offset) -> check(partition, offset));
    offsets.keySet().forEach(partition -> tell(prefix, partition));
  }

  private static void check(Map<String, ?> partition, Map<String, ?> offset) {
    if (offset != null) {
      throw new ConnectException(
          "The offset of "
              + partition
              + " cannot be set: going back would send changes again, which the delta-writer knows by their position and drops,"
              + " and going forward would leave changes out without a trace."
              + " What to do: give null as its offset; the table then starts anew by snapshot.mode");
    }
    List<String> names = List.copyOf(partition.keySet());
    if (names.size() == FORM.size() && names.containsAll(FORM) && !names.equals(FORM)) {
      throw new ConnectException(
          "No offset is stored under "
              + partition
              + ". What to do: write the partition as {\"server\": \"<topic.prefix>\", \"table\": \"<schema>.<table>\"}, in this order, for Connect compares it by its text");
    }
  }

  /** What is left of another topic.prefix or another connector must go too when all is reset. */
  private static void tell(String prefix, Map<String, ?> partition) {
    if (List.copyOf(partition.keySet()).equals(FORM)
        && partition.get(SourcePartition.SERVER).equals(prefix)) {
      LOG.info(
          "The offset of table {} is dropped; the table starts anew by snapshot.mode",
          partition.get(SourcePartition.TABLE));
    } else {
      LOG.warn("The offset under {} is dropped; this connector reads no such table", partition);
    }
  }
}
