package dev.mssqlcdc.writer.core;

import java.util.OptionalLong;

/**
 * Records of a table are missing: its owner may accept that, and the table goes on without them.
 */
public final class GapException extends TableStopException {

  private static final long serialVersionUID = 1L;

  private final String what;
  private final transient OptionalLong next;

  /**
   * @param what happened, and where
   * @param prevention what to do against the next time; empty text for nothing
   */
  public GapException(String table, String what, String prevention) {
    this(table, what, prevention, OptionalLong.empty());
  }

  /**
   * @param next where reading goes on in a topic that gives its offsets again; empty otherwise
   */
  public GapException(String table, String what, String prevention, OptionalLong next) {
    super(
        ("table %s: %s. The verdict stays where it is. %sTo go on, accept the gap (delta-writer"
                + " accept-gap --config FILE --table %s) and ask for a new snapshot of the table")
            .formatted(table, what, prevention.isEmpty() ? "" : prevention + ". ", table));
    this.what = what;
    this.next = next;
  }

  public OptionalLong next() {
    return next;
  }

  /** What happened, and where. */
  public String what() {
    return what;
  }
}
