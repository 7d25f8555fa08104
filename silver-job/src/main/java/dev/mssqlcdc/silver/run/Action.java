package dev.mssqlcdc.silver.run;

import java.util.Locale;

/** What a run did with a table, in a word. */
public enum Action {
  /** Changes were applied. */
  APPLIED,
  /** Silver was made anew, from a full snapshot if there is one and the changes after it. */
  REBUILT,
  /** Rows were written that may be ahead of the changes, so the verdict waits. */
  AHEAD,
  /** There was nothing new. */
  UP_TO_DATE,
  /** Nothing may be applied now. */
  HELD,
  /** Bronze has nothing that could be applied yet. */
  NOTHING_YET,
  /** The source table has no key, and none is declared: it is bronze only. */
  KEYLESS,
  /** It could not be applied. */
  FAILED;

  private final String text = name().toLowerCase(Locale.ROOT).replace('_', ' ');

  @Override
  public String toString() {
    return text;
  }
}
