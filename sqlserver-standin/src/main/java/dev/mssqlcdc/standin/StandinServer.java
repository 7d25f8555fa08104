package dev.mssqlcdc.standin;

import dev.mssqlcdc.standin.engine.Database;
import dev.mssqlcdc.standin.engine.Engine;
import dev.mssqlcdc.standin.engine.EngineSettings;
import dev.mssqlcdc.standin.tds.TdsListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.time.Clock;

/**
 * A SQL Server stand-in in this JVM: Microsoft's JDBC driver and other TDS clients connect to it.
 * Its databases live in memory. Several may run at once.
 */
public final class StandinServer implements AutoCloseable {
  private static final String SERVER_NAME = "STANDIN";

  private final StandinOptions options;
  private final Engine engine;
  private final TdsListener listener;

  private StandinServer(StandinOptions options, Engine engine, TdsListener listener) {
    this.options = options;
    this.engine = engine;
    this.listener = listener;
  }

  /**
   * Starts a server, which listens when this returns.
   *
   * @throws UncheckedIOException if the port is taken
   */
  public static StandinServer start(StandinOptions options) {
    Engine engine = null;
    try {
      engine =
          new Engine(
              new EngineSettings(
                  SERVER_NAME,
                  options.user(),
                  options.password(),
                  Clock.systemUTC(),
                  options.captureInterval(),
                  options.idleInterval()));
      return new StandinServer(options, engine, new TdsListener(engine, options.port()));
    } catch (IOException e) {
      close(engine);
      throw new UncheckedIOException("The stand-in cannot listen on port " + options.port(), e);
    } catch (SQLException e) {
      throw new IllegalStateException("The stand-in cannot make its database master", e);
    }
  }

  public int port() {
    return listener.port();
  }

  public String user() {
    return options.user();
  }

  public String password() {
    return options.password();
  }

  /** The URL for mssql-jdbc, without user and password. */
  public String jdbcUrl(String database) {
    return "jdbc:sqlserver://localhost:"
        + port()
        + ";databaseName="
        + database
        + ";encrypt=false;trustServerCertificate=true";
  }

  /** Makes a database, as {@code CREATE DATABASE} does. */
  public void createDatabase(String name) {
    try {
      engine.createDatabase(name);
    } catch (SQLException e) {
      throw new IllegalStateException("The stand-in cannot make the database " + name, e);
    }
  }

  /**
   * Holds the capture job of a database back or lets it go on: while it is held, commits do not
   * reach the change tables and max_lsn stands still. It may be held before CDC is enabled.
   *
   * @throws IllegalArgumentException if there is no such database
   */
  public void pauseCapture(String database, boolean paused) {
    database(database).cdc().pause(paused);
  }

  /** Captures all that is committed; returns when it can be read. */
  public void capture(String database) {
    try {
      database(database).cdc().scan();
    } catch (SQLException e) {
      throw new IllegalStateException("Capture failed in the database " + database, e);
    }
  }

  private Database database(String name) {
    return engine
        .database(name)
        .orElseThrow(() -> new IllegalArgumentException("There is no database " + name));
  }

  /** Drops every client and every database. */
  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException("The stand-in cannot stop listening", e);
    } finally {
      close(engine);
    }
  }

  private static void close(Engine engine) {
    try {
      engine.close();
    } catch (SQLException e) {
      throw new IllegalStateException("The stand-in cannot close its databases", e);
    }
  }
}
