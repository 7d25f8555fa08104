package dev.mssqlcdc.silver.compare;

import java.io.Serializable;

/**
 * A column as the source tells of it.
 *
 * @param name in the source
 * @param type base type
 * @param state whether its values can be held against silver's
 */
public record SourceColumn(String name, String type, State state) implements Serializable {

  /** What the source does with the column. */
  public enum State {
    CAPTURED,
    /** The capture instance leaves it out. */
    NOT_CAPTURED,
    /** The instance still lists it, the table has it no more. */
    DROPPED,
    /** Change rows never hold its value. */
    COMPUTED
  }
}
