package dev.mssqlcdc.sqlserver.testing;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.UUID;

/**
 * A login of a test's own, without any rights. Its name is unique, for the server is shared. It is
 * dropped with the database that made it.
 */
public final class TestLogin implements AutoCloseable {
  private static final int STILL_LOGGED_IN = 15434;
  private static final int MOST_ATTEMPTS = 500;
  private static final int PAUSE_MILLIS = 10;

  private final TestDatabase database;
  private final String name = "mssqlcdc_" + UUID.randomUUID().toString().substring(0, 8);
  private final String password = "Pass-word_" + UUID.randomUUID();
  private final Deque<Connection> connections = new ArrayDeque<>();

  TestLogin(TestDatabase database) throws SQLException {
    this.database = database;
    database.execute(
        "CREATE LOGIN [" + name + "] WITH PASSWORD = '" + password + "', CHECK_POLICY = OFF");
  }

  public String name() {
    return name;
  }

  public String password() {
    return password;
  }

  /** Makes the login's user in its database, of the same name and without any permission. */
  public TestLogin withUser() throws SQLException {
    database.execute("CREATE USER [" + name + "] FOR LOGIN [" + name + "]");
    return this;
  }

  /**
   * Grants permissions in the database.
   *
   * @param permissions what stands between GRANT and TO, such as {@code SELECT ON dbo.t}
   */
  public TestLogin granted(String... permissions) throws SQLException {
    for (String permission : permissions) {
      database.execute("GRANT " + permission + " TO [" + name + "]");
    }
    return this;
  }

  /** Denies permissions in the database. */
  public TestLogin denied(String... permissions) throws SQLException {
    for (String permission : permissions) {
      database.execute("DENY " + permission + " TO [" + name + "]");
    }
    return this;
  }

  /** Puts the user into a role of the database. */
  public TestLogin in(String role) throws SQLException {
    database.execute("ALTER ROLE [" + role + "] ADD MEMBER [" + name + "]");
    return this;
  }

  /** A new connection to the database, closed with the login. */
  public Connection connect() throws SQLException {
    return connect(database.name());
  }

  public Connection connect(String databaseName) throws SQLException {
    Connection opened = database.server().connect(databaseName, name, password);
    connections.push(opened);
    return opened;
  }

  /** The one connection that the methods below use. */
  public Connection connection() throws SQLException {
    return connections.isEmpty() ? connect() : connections.peekLast();
  }

  public List<String> rows(String sql, Object... parameters) throws SQLException {
    return Sql.rows(connection(), sql, parameters);
  }

  public String one(String sql, Object... parameters) throws SQLException {
    return Sql.one(connection(), sql, parameters);
  }

  public void execute(String... statements) throws SQLException {
    Sql.execute(connection(), statements);
  }

  /** The error that a statement ends with. */
  public SQLException failure(String sql) throws SQLException {
    return Sql.failure(connection(), sql);
  }

  @Override
  public void close() throws SQLException {
    while (!connections.isEmpty()) {
      connections.pop().close();
    }
    drop();
  }

  /** The server learns of a closed connection a moment later. */
  private void drop() throws SQLException {
    for (int attempt = 1; ; attempt++) {
      // a connection of its own: a test may have broken the database's
      try (Connection master = database.server().connect("master")) {
        Sql.execute(master, "DROP LOGIN [" + name + "]");
        return;
      } catch (SQLException e) {
        if (e.getErrorCode() != STILL_LOGGED_IN || attempt == MOST_ATTEMPTS) {
          throw e;
        }
        pause();
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a login was to be dropped", e);
    }
  }
}
