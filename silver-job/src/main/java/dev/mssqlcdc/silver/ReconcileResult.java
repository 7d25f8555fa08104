package dev.mssqlcdc.silver;

import dev.mssqlcdc.silver.compare.Checked;
import java.time.Duration;
import java.util.Optional;

/**
 * What comparing one table with the source found.
 *
 * @param table name of the table
 * @param verdict in a word
 * @param note why it was not compared, or what was left out; otherwise empty
 * @param checked what was compared and found, if it was
 * @param took how long it took
 */
public record ReconcileResult(
    String table, Verdict verdict, String note, Optional<Checked> checked, Duration took) {

  /** The result in a word. */
  public enum Verdict {
    EQUAL("equal"),
    DIFFERENT("different"),
    SKIPPED("skipped"),
    NOT_CHECKED("not checked");

    private final String text;

    Verdict(String text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
