package dev.mssqlcdc.standin.fault;

import java.util.Locale;

/**
 * An error in place of a statement's result. A statement here is one request of a client: a batch,
 * an execution of a prepared statement or a procedure call. The driver's own, such as {@code
 * IF @@TRANCOUNT > 0 COMMIT TRAN}, are among them.
 *
 * @param nth which of the statements to come fails, 1 for the next
 * @param containing only statements whose text contains this count, whatever the case of letters;
 *     empty for all
 * @param error the number of the error; 1205 rolls the transaction back, as SQL Server does
 * @param severity 11 to 19
 */
public record StatementFault(int nth, String containing, int error, int severity, String message) {
  public static final int DEADLOCK = 1205;
  private static final int DEADLOCK_SEVERITY = 13;

  public StatementFault {
    if (nth < 1) {
      throw new IllegalArgumentException("nth " + nth + " is less than 1");
    }
    if (severity < 11 || severity > 19) {
      throw new IllegalArgumentException("severity " + severity + " is not between 11 and 19");
    }
  }

  /** A deadlock's victim at the nth statement that contains a text. */
  public static StatementFault deadlock(int nth, String containing) {
    return new StatementFault(
        nth,
        containing,
        DEADLOCK,
        DEADLOCK_SEVERITY,
        "Transaction (Process ID 51) was deadlocked on lock resources with another process and has"
            + " been chosen as the deadlock victim. Rerun the transaction.");
  }

  boolean concerns(String statement) {
    return contains(statement, containing);
  }

  static boolean contains(String statement, String part) {
    return part.isEmpty()
        || statement.toLowerCase(Locale.ROOT).contains(part.toLowerCase(Locale.ROOT));
  }
}
