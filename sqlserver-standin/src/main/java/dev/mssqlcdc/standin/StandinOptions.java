package dev.mssqlcdc.standin;

import java.time.Duration;
import java.util.Objects;

/**
 * How a stand-in is started.
 *
 * @param port the TCP port on the loopback interface, 0 for a free one
 * @param user the only login
 * @param password the login's password
 * @param captureInterval the pause between two passes of the capture job
 * @param idleInterval how long nothing is captured before an idle entry moves max_lsn; SQL Server
 *     takes about 5 minutes
 */
public record StandinOptions(
    int port, String user, String password, Duration captureInterval, Duration idleInterval) {
  public static final String DEFAULT_USER = "sa";
  public static final String DEFAULT_PASSWORD = "Standin!Passw0rd";

  public StandinOptions {
    Objects.requireNonNull(user, "user");
    Objects.requireNonNull(password, "password");
    if (port < 0 || port > 65535) {
      throw new IllegalArgumentException("port " + port + " is not between 0 and 65535");
    }
    requirePositive(captureInterval, "captureInterval");
    requirePositive(idleInterval, "idleInterval");
  }

  /** A free port, login sa, capture every 100 ms, an idle entry after a second. */
  public static StandinOptions defaults() {
    return new StandinOptions(
        0, DEFAULT_USER, DEFAULT_PASSWORD, Duration.ofMillis(100), Duration.ofSeconds(1));
  }

  public StandinOptions withPort(int newPort) {
    return new StandinOptions(newPort, user, password, captureInterval, idleInterval);
  }

  public StandinOptions withPassword(String newPassword) {
    return new StandinOptions(port, user, newPassword, captureInterval, idleInterval);
  }

  public StandinOptions withCaptureInterval(Duration interval) {
    return new StandinOptions(port, user, password, interval, idleInterval);
  }

  public StandinOptions withIdleInterval(Duration interval) {
    return new StandinOptions(port, user, password, captureInterval, interval);
  }

  private static void requirePositive(Duration duration, String name) {
    if (duration.toMillis() <= 0) {
      throw new IllegalArgumentException(name + " " + duration + " is less than a millisecond");
    }
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "StandinOptions[port="
        + port
        + ", user="
        + user
        + ", captureInterval="
        + captureInterval
        + ", idleInterval="
        + idleInterval
        + "]";
  }
}
