package dev.mssqlcdc.writer.status;

import java.util.Optional;
import java.util.stream.Collectors;

/** Where the main loop leaves its status for other threads. */
public final class StatusBoard {

  private final Heartbeat heartbeat = new Heartbeat();
  private volatile Status status = Status.STARTING;
  private volatile boolean stopping;

  public Heartbeat heartbeat() {
    return heartbeat;
  }

  public Status status() {
    return status;
  }

  public void publish(Status newest) {
    status = newest;
  }

  /** From now on the writer only ends what it has begun. */
  public void stopping() {
    stopping = true;
  }

  /** Why the writer does not take part in the work; empty when it does. */
  public Optional<String> unready() {
    Status now = status;
    if (stopping) {
      return Optional.of("stopping");
    }
    if (!now.assigned()) {
      return Optional.of("waiting for the group's assignment");
    }
    String untried =
        now.tables().values().stream()
            .filter(table -> !table.isTried())
            .map(TableStatus::topic)
            .collect(Collectors.joining(", "));
    return untried.isEmpty() ? Optional.empty() : Optional.of("opening " + untried);
  }
}
