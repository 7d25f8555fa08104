package dev.mssqlcdc.writer.kafka;

import dev.mssqlcdc.lake.LakeException;
import dev.mssqlcdc.schemas.Wire;
import dev.mssqlcdc.writer.core.DeadLetter;
import dev.mssqlcdc.writer.core.LetterPlace;
import dev.mssqlcdc.writer.kafka.TopicCatalog.TopicInfo;
import dev.mssqlcdc.writer.settings.WriterSettings;
import dev.mssqlcdc.writer.tables.DeadLetters;
import dev.mssqlcdc.writer.tables.StaleException;
import dev.mssqlcdc.writer.tables.TablePosition;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;

/**
 * The dead letter topic. Letters are sent in a transaction of the source topic's own id, whose
 * beginning ends those of other instances; what they had sent is then looked for, and not sent
 * again. Only then are bronze and facts committed, so a crash in between repeats nothing.
 */
final class DeadLetterTopic implements DeadLetters {

  private static final long SEARCH_LIMIT_MS = 60_000;

  private final WriterSettings settings;
  private final String topic;

  DeadLetterTopic(WriterSettings settings, String topic) {
    this.settings = settings;
    this.topic = topic;
  }

  @Override
  public Map<Long, LetterPlace> move(TablePosition from, List<DeadLetter> letters) {
    String transaction = settings.writerId() + "/" + from.topic().name() + "/dead-letters";
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(KafkaSettings.producer(settings, transaction))) {
      producer.initTransactions();
      return move(producer, from, letters);
    } catch (ProducerFencedException | InvalidProducerEpochException e) {
      throw new StaleException("topic " + from.topic().name() + ": another instance reads it");
    } catch (KafkaException e) {
      throw new LakeException(
          "topic %s: cannot move records from offset %d on to the dead letter topic %s: %s"
              .formatted(
                  from.topic().name(), letters.get(0).record().offset(), topic, e.getMessage()),
          e);
    }
  }

  private Map<Long, LetterPlace> move(
      KafkaProducer<byte[], byte[]> producer, TablePosition from, List<DeadLetter> letters) {
    try (TopicCatalog catalog = new TopicCatalog(settings)) {
      TopicInfo info = catalog.describe(Set.of(topic)).get(topic);
      long end = catalog.end(topic);
      Map<Long, LetterPlace> places = new HashMap<>();
      search(from, letters, start(from, info), end)
          .forEach((offset, at) -> places.put(offset, place(info, at)));
      List<DeadLetter> open =
          letters.stream().filter(letter -> !places.containsKey(letter.record().offset())).toList();
      if (!open.isEmpty()) {
        send(producer, from, open).forEach((offset, at) -> places.put(offset, place(info, at)));
      }
      return places;
    }
  }

  private LetterPlace place(TopicInfo info, long at) {
    return new LetterPlace(topic, info.id(), at);
  }

  /** No letter that is unknown lies before the last that the facts tell of. */
  private static long start(TablePosition from, TopicInfo info) {
    long known =
        from.state()
            .lastLetter()
            .filter(place -> place.topicId().equals(info.id()))
            .map(LetterPlace::offset)
            .orElse(-1L);
    return Math.max(info.start(), known + 1);
  }

  /** Where the letters are that were sent already, by the record's offset. */
  private Map<Long, Long> search(
      TablePosition from, List<DeadLetter> letters, long start, long end) {
    Set<Long> wanted =
        letters.stream().map(letter -> letter.record().offset()).collect(Collectors.toSet());
    TopicPartition partition = new TopicPartition(topic, 0);
    Map<Long, Long> found = new HashMap<>();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(KafkaSettings.consumer(settings))) {
      consumer.assign(List.of(partition));
      consumer.seek(partition, start);
      long limit = System.currentTimeMillis() + SEARCH_LIMIT_MS;
      while (consumer.position(partition) < end) {
        if (System.currentTimeMillis() > limit) {
          throw new KafkaException("its letters cannot be read up to offset " + end);
        }
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(500))) {
          LetterHeaders.offset(record.headers(), from.topic())
              .filter(wanted::contains)
              .ifPresent(offset -> found.put(offset, record.offset()));
        }
      }
    }
    return found;
  }

  private Map<Long, Long> send(
      KafkaProducer<byte[], byte[]> producer, TablePosition from, List<DeadLetter> letters) {
    Map<Long, Future<RecordMetadata>> sent = new HashMap<>();
    producer.beginTransaction();
    for (DeadLetter letter : letters) {
      ProducerRecord<byte[], byte[]> record =
          new ProducerRecord<>(
              topic,
              0,
              letter.record().key().orElse(null),
              letter.record().value().orElse(null),
              LetterHeaders.of(from.topic(), letter));
      letter
          .record()
          .eventType()
          .ifPresent(type -> record.headers().add(Wire.HEADER_EVENT, LetterHeaders.bytes(type)));
      sent.put(letter.record().offset(), producer.send(record));
    }
    producer.commitTransaction();
    Map<Long, Long> places = new HashMap<>();
    sent.forEach((offset, future) -> places.put(offset, offset(future)));
    return places;
  }

  // The transaction is committed, so every record has its offset.
  private static long offset(Future<RecordMetadata> sent) {
    try {
      return sent.get().offset();
    } catch (ExecutionException e) {
      throw new KafkaException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KafkaException("interrupted", e);
    }
  }
}
