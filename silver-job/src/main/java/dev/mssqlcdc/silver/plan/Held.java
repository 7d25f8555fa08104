package dev.mssqlcdc.silver.plan;

import java.util.Objects;

/**
 * Why silver's verdict stays where it is though rows are written.
 *
 * @param snapshot whose rows may be ahead of the changes
 * @param why for people
 */
public record Held(String snapshot, String why) {

  public Held {
    Objects.requireNonNull(snapshot, "snapshot");
    Objects.requireNonNull(why, "why");
  }
}
