package dev.mssqlcdc.standin.fault;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The faults of a server and of its databases. Thread-safe. */
public final class Faults {
  private final Map<String, DatabaseFaults> databases = new ConcurrentHashMap<>();
  private final Gate gate = new Gate();

  /** The faults of a database, which need not exist yet. */
  public DatabaseFaults in(String database) {
    return databases.computeIfAbsent(
        database.toLowerCase(Locale.ROOT), name -> new DatabaseFaults());
  }

  /** Closes every new connection before a word is spoken, until {@link #acceptConnections}. */
  public void refuseConnections() {
    gate.close();
  }

  /** Closes every new connection for a while. */
  public void refuseConnections(Duration time) {
    gate.close(time);
  }

  public void acceptConnections() {
    gate.open();
  }

  public boolean refusesConnections() {
    return gate.isClosed();
  }

  /** Lifts every fault of the server and of all databases. */
  public void clear() {
    gate.open();
    databases.values().forEach(DatabaseFaults::clear);
  }
}
