package dev.mssqlcdc.connector;

import dev.mssqlcdc.connector.config.SignalSettings;
import dev.mssqlcdc.connector.core.SignalPosition;
import dev.mssqlcdc.connector.core.SignalTables;
import dev.mssqlcdc.connector.core.TableId;
import dev.mssqlcdc.connector.engine.SignalSource;
import dev.mssqlcdc.connector.engine.TableChannel;
import dev.mssqlcdc.connector.signal.SignalTopic;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.errors.ConnectException;

/** The signal topic of a task, if there is one. */
final class SignalFeed implements AutoCloseable {

  private final Optional<SignalTopic> topic;
  private final SignalSource source;

  private SignalFeed(Optional<SignalTopic> topic, SignalSource source) {
    this.topic = topic;
    this.source = source;
  }

  /**
   * Follows the topic from where the tables have seen it.
   *
   * @param properties of the task
   * @param prefix the connector's topic prefix
   */
  static SignalFeed open(
      Map<String, String> properties, String prefix, List<TableChannel> channels) {
    var settings = new SignalSettings(properties);
    if (settings.topic().isEmpty()) {
      return new SignalFeed(Optional.empty(), SignalSource.NONE);
    }
    List<TableId> own = channels.stream().map(TableChannel::table).toList();
    SignalTopic topic = SignalTopic.open(settings.topic().get(), prefix, settings.consumer());
    Optional<SignalPosition> end = end(topic);
    topic.start(
        channels.stream()
            .flatMap(channel -> channel.stored().stream())
            .flatMap(offset -> offset.signals().next().stream())
            .toList());
    return new SignalFeed(
        Optional.of(topic),
        new SignalSource(topic::take, new SignalTables(own, settings.otherTables()), end));
  }

  private static Optional<SignalPosition> end(SignalTopic topic) {
    try {
      return topic.end();
    } catch (InterruptedException e) {
      topic.close();
      Thread.currentThread().interrupt();
      throw new ConnectException("the task was stopped while it started", e);
    }
  }

  SignalSource source() {
    return source;
  }

  @Override
  public void close() {
    topic.ifPresent(SignalTopic::close);
  }
}
