package dev.mssqlcdc.silver.run;

import dev.mssqlcdc.silver.plan.SilverState;
import java.util.Optional;

/** The port to control's rows of layer silver. */
public interface ControlRows {

  /**
   * Replaces a row if it still is as it was read: a change that somebody else made in between is
   * never overwritten.
   *
   * @return the row as it is now, or empty when it was changed in between and nothing was written
   */
  Optional<ControlRow> replace(ControlRow asRead, SilverState next);
}
