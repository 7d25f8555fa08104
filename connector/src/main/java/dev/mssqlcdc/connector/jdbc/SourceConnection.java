package dev.mssqlcdc.connector.jdbc;

import com.microsoft.sqlserver.jdbc.SQLServerDriver;
import dev.mssqlcdc.connector.core.SourceException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Properties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection to the source, opened when first needed and again after it was lost. It only
 * reads, one statement at a time, each in a transaction of its own. Used by one thread; {@link
 * #abort} may be called by another.
 */
public final class SourceConnection implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(SourceConnection.class);
  static final String URL = "jdbc:sqlserver://";

  /** Sets a statement's parameters. */
  @FunctionalInterface
  interface Binder {
    void bind(PreparedStatement statement) throws SQLException;
  }

  /** Reads a whole result. */
  @FunctionalInterface
  interface Mapper<T> {
    T map(ResultSet result) throws SQLException;
  }

  static final Binder NOTHING = statement -> {};

  private final Properties properties;
  private volatile Connection connection;
  private volatile boolean aborted;
  private int opened;

  /**
   * @param properties the driver's connection properties
   */
  public SourceConnection(Properties properties) {
    this.properties = properties;
  }

  SourceConnection another() {
    return new SourceConnection(properties);
  }

  /**
   * @param what the purpose, for the error message
   * @throws SourceException when the server cannot be reached or refuses
   */
  <T> T query(String what, String sql, Binder binder, Mapper<T> mapper) {
    try (PreparedStatement statement = prepare(sql)) {
      binder.bind(statement);
      try (ResultSet result = statement.executeQuery()) {
        return mapper.map(result);
      }
    } catch (SQLException e) {
      throw failure(what, e);
    }
  }

  /** A statement that the caller closes. */
  PreparedStatement prepare(String sql) throws SQLException {
    return open().prepareStatement(sql, ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY);
  }

  /** Turns a failure into ours, and forgets the connection if it is lost. */
  SourceException failure(String what, SQLException e) {
    boolean lost = isLost();
    SourceException failure = SqlErrors.translate(what, e, lost);
    if (lost || failure.kind() == SourceException.Kind.CONNECTION) {
      close();
    }
    return failure;
  }

  /** Connects now, if there is no connection. */
  public void connect() {
    try {
      open();
    } catch (SQLException e) {
      throw failure("connecting to the source", e);
    }
  }

  /** How often a connection was made: another number means another session. */
  public int opened() {
    return opened;
  }

  private Connection open() throws SQLException {
    Connection current = connection;
    if (current == null) {
      if (aborted) {
        throw new SQLException("the task is stopping", "08003");
      }
      current = new SQLServerDriver().connect(URL, (Properties) properties.clone());
      connection = current;
      opened++;
      if (aborted) {
        abort();
      }
    }
    return current;
  }

  private boolean isLost() {
    Connection current = connection;
    try {
      return current == null || current.isClosed();
    } catch (SQLException e) {
      LOG.debug("asking a connection whether it is closed failed", e);
      return true;
    }
  }

  /** Ends whatever the connection is doing, for good; the thread that uses it gets an error. */
  public void abort() {
    aborted = true;
    Connection current = connection;
    if (current != null) {
      try {
        current.abort(Runnable::run);
      } catch (SQLException e) {
        LOG.debug("aborting a connection failed", e);
      }
    }
  }

  @Override
  public void close() {
    Connection current = connection;
    connection = null;
    if (current != null) {
      try {
        current.close();
      } catch (SQLException e) {
        LOG.debug("closing a connection failed", e);
      }
    }
  }
}
