package dev.mssqlcdc.standin;

import dev.mssqlcdc.standin.cdc.CleanupHold;
import dev.mssqlcdc.standin.engine.Database;
import dev.mssqlcdc.standin.engine.Engine;
import dev.mssqlcdc.standin.engine.EngineSettings;
import dev.mssqlcdc.standin.tds.ServerIdentity;
import dev.mssqlcdc.standin.tds.TdsListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.cert.X509Certificate;
import java.sql.SQLException;
import java.time.Duration;

/**
 * A SQL Server stand-in in this JVM: Microsoft's JDBC driver and other TDS clients connect to it.
 * Its databases live in memory. Several may run at once.
 */
public final class StandinServer implements AutoCloseable {
  private static final String SERVER_NAME = "STANDIN";

  private final StandinOptions options;
  private final Engine engine;
  private final ServerIdentity identity;
  private final TdsListener listener;

  private StandinServer(
      StandinOptions options, Engine engine, ServerIdentity identity, TdsListener listener) {
    this.options = options;
    this.engine = engine;
    this.identity = identity;
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
                  options.clock().withZone(options.zone()),
                  options.captureInterval(),
                  options.idleInterval()));
      ServerIdentity identity = ServerIdentity.create();
      TdsListener listener = new TdsListener(engine, identity, options.port());
      return new StandinServer(options, engine, identity, listener);
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

  /**
   * The certificate that the server shows to a client that encrypts: signed by itself, for
   * localhost and 127.0.0.1. A client trusts it through a trust store that holds it, or by {@code
   * trustServerCertificate=true}.
   */
  public X509Certificate certificate() {
    return identity.certificate();
  }

  /** The URL for mssql-jdbc, without user and password; the connection is not encrypted. */
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

  /** Faults on demand: what a SQL Server does in its bad hours. */
  public StandinFaults faults() {
    return new StandinFaults(engine);
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

  /**
   * Makes the capture job of a database lag behind: it captures a commit no sooner than this after
   * it. {@link #capture} does not wait.
   *
   * @throws IllegalArgumentException if there is no such database
   */
  public void captureLag(String database, Duration lag) {
    database(database).cdc().lag(lag);
  }

  /** Captures all that is committed; returns when it can be read. */
  public void capture(String database) {
    try {
      database(database).cdc().scan();
    } catch (SQLException e) {
      throw new IllegalStateException("Capture failed in the database " + database, e);
    }
  }

  /**
   * Does what the cleanup job of a database does: all its instances lose what is older than the
   * retention. Returns when it is gone.
   */
  public void cleanUp(String database) {
    try {
      database(database).cdc().cleanUpByAge();
    } catch (SQLException e) {
      throw new IllegalStateException("Cleanup failed in the database " + database, e);
    }
  }

  /**
   * Holds the cleanups of a database between the two things they do: {@code min_lsn} has risen, the
   * rows below it are there still. Closing the hold lets them go on.
   */
  public CleanupHold holdCleanup(String database) {
    return database(database).cdc().holdCleanup();
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
