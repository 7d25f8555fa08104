package dev.mssqlcdc.standin.engine;

import java.time.Clock;
import java.time.Duration;

/**
 * What a server is started with.
 *
 * @param captureInterval the pause between two capture passes
 * @param idleInterval how long nothing is captured before an idle entry is written
 */
public record EngineSettings(
    String serverName,
    String user,
    String password,
    Clock clock,
    Duration captureInterval,
    Duration idleInterval) {

  @Override
  public String toString() {
    return "EngineSettings[serverName=" + serverName + ", user=" + user + "]";
  }
}
