package dev.mssqlcdc.standin;

import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Objects;

/**
 * How a stand-in is started.
 *
 * @param port the TCP port on the loopback interface, 0 for a free one
 * @param user the login of the role sysadmin
 * @param password the login's password
 * @param captureInterval the pause between two passes of the capture job
 * @param idleInterval how long nothing is captured before an idle entry moves max_lsn; SQL Server
 *     takes about 5 minutes
 * @param zone the server's time zone
 * @param clock tells the server's time; its own zone does not matter
 */
public record StandinOptions(
    int port,
    String user,
    String password,
    Duration captureInterval,
    Duration idleInterval,
    ZoneId zone,
    Clock clock) {
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
    Objects.requireNonNull(zone, "zone");
    Objects.requireNonNull(clock, "clock");
  }

  /** A free port, login sa, capture every 100 ms, an idle entry after a second, UTC. */
  public static StandinOptions defaults() {
    return new StandinOptions(
        0,
        DEFAULT_USER,
        DEFAULT_PASSWORD,
        Duration.ofMillis(100),
        Duration.ofSeconds(1),
        ZoneOffset.UTC,
        Clock.systemUTC());
  }

  public StandinOptions withPort(int newPort) {
    return new StandinOptions(newPort, user, password, captureInterval, idleInterval, zone, clock);
  }

  public StandinOptions withPassword(String newPassword) {
    return new StandinOptions(port, user, newPassword, captureInterval, idleInterval, zone, clock);
  }

  public StandinOptions withCaptureInterval(Duration interval) {
    return new StandinOptions(port, user, password, interval, idleInterval, zone, clock);
  }

  public StandinOptions withIdleInterval(Duration interval) {
    return new StandinOptions(port, user, password, captureInterval, interval, zone, clock);
  }

  public StandinOptions withZone(ZoneId newZone) {
    return new StandinOptions(port, user, password, captureInterval, idleInterval, newZone, clock);
  }

  public StandinOptions withClock(Clock newClock) {
    return new StandinOptions(port, user, password, captureInterval, idleInterval, zone, newClock);
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
        + ", zone="
        + zone
        + "]";
  }
}
