package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.model.Output;
import dev.mssqlcdc.standin.model.SqlError;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What an error does to a session: its statement, its batch or its transaction ends. */
final class BatchErrors {
  /** Before the name of a function in the name of a variable. */
  static final String FUNCTION = "@@ERROR_";

  /** Errors that end no more than their statement. */
  private static final Set<Integer> OF_A_STATEMENT =
      Set.of(
          220, 229, 230, 313, 512, 515, 544, 547, 1222, 2601, 2627, 2628, 2812, 3701, 3902, 3903,
          4712, 8115, 8134, 8152);

  /** Change data capture's procedures raise their errors. */
  private static final int FIRST_OF_CDC = 22800;

  private static final int LAST_OF_CDC = 22999;

  /** A name that does not exist, found when the statement runs: no TRY around it helps. */
  private static final Set<Integer> OF_COMPILATION = Set.of(102, 207, 208);

  /** Ends the transaction too, where no TRY is around. */
  private static final Set<Integer> OF_A_TRANSACTION = Set.of(241, 245, 8114, SqlErrors.DEADLOCK);

  private static final int NOT_SUPPORTED = 40517;
  private static final int FATAL = 20;

  private final Session session;
  private final Deque<Caught> caught = new ArrayDeque<>();
  private int tries;
  private int batches;
  private int last;
  private int line = 1;
  private SqlError fromBelow;
  private SqlError raised;
  private SqlError thrown;

  private record Caught(SqlError error, int line) {}

  /** A batch. */
  @FunctionalInterface
  interface Work {
    void run();
  }

  BatchErrors(Session session) {
    this.session = session;
  }

  void reset() {
    caught.clear();
    tries = 0;
    batches = 0;
    last = 0;
  }

  /** Runs a batch; after the outermost one no doomed transaction is left. */
  void runBatch(Work work, Output out) {
    batches++;
    try {
      work.run();
    } catch (SqlError e) {
      last = e.number();
      if (batches == 1) {
        endTransaction(e, out);
      }
      throw e;
    } finally {
      batches--;
    }
    if (batches == 0 && session.transactions().state() < 0) {
      rollback(out);
      throw SqlError.of(
          3998,
          "Uncommittable transaction is detected at the end of the batch. The transaction is rolled"
              + " back.");
    }
  }

  private void endTransaction(SqlError error, Output out) {
    boolean ends =
        OF_A_TRANSACTION.contains(error.number())
            || session.transactions().state() < 0
            || (session.options().abortsTransactions() && !isRaised(error));
    if (ends && session.transactions().count() > 0) {
      rollback(out);
    }
  }

  private void rollback(Output out) {
    try {
      session.rollback(out);
    } catch (SQLException e) {
      throw SqlErrors.of(e, session.database(), "ROLLBACK");
    }
  }

  /** {@code @@ERROR}. */
  int last() {
    return last;
  }

  void succeeded() {
    last = 0;
  }

  void failed(SqlError error, int errorLine) {
    last = error.number();
    line = errorLine;
  }

  /** Marks an error as RAISERROR's, after which a batch goes on. */
  SqlError raised(SqlError error) {
    raised = error;
    return error;
  }

  /** Marks an error as THROW's, which ends a batch. */
  SqlError thrown(SqlError error) {
    thrown = error;
    raised = null;
    return error;
  }

  @SuppressWarnings("ReferenceEquality")
  private boolean isRaised(SqlError error) {
    return error == raised;
  }

  /** True if the batch does not go on after the error. */
  @SuppressWarnings("ReferenceEquality")
  boolean endsBatch(SqlError error) {
    if (tries > 0 || error == thrown) {
      return true;
    }
    boolean ofCdc = error.number() >= FIRST_OF_CDC && error.number() <= LAST_OF_CDC;
    boolean statementOnly =
        isRaised(error)
            || (OF_COMPILATION.contains(error.number()) && error == fromBelow)
            || (!session.options().abortsTransactions()
                && (ofCdc || OF_A_STATEMENT.contains(error.number())));
    return !statementOnly;
  }

  /** Notes that a procedure ended with the error: a TRY around the call catches it. */
  void cameFromBelow(SqlError error) {
    fromBelow = error;
  }

  boolean inTry() {
    return tries > 0;
  }

  void enterTry() {
    tries++;
  }

  void leaveTry() {
    tries--;
  }

  /** True for what no CATCH of the same batch sees. */
  @SuppressWarnings("ReferenceEquality")
  boolean escapesCatch(SqlError error) {
    return error.number() == NOT_SUPPORTED
        || error.number() == SqlErrors.CANCELLED
        || error.severity() >= FATAL
        || (OF_COMPILATION.contains(error.number()) && error != fromBelow);
  }

  /** Before a CATCH block runs: an error that would end the transaction dooms it. */
  void enterCatch(SqlError error) {
    caught.push(new Caught(error, line));
    boolean dooms =
        OF_A_TRANSACTION.contains(error.number())
            || (session.options().abortsTransactions() && !isRaised(error));
    if (dooms) {
      session.transactions().doom();
    }
  }

  void leaveCatch() {
    caught.pop();
  }

  /** The error of the innermost CATCH block. */
  Optional<SqlError> caught() {
    return Optional.ofNullable(caught.peek()).map(Caught::error);
  }

  /** The value of ERROR_NUMBER() and its relatives; null outside of a CATCH block. */
  Object function(String name) {
    String function = name.toUpperCase(Locale.ROOT);
    Caught now = caught.peek();
    if (now == null) {
      return null;
    }
    return switch (function) {
      case "@@ERROR_NUMBER()" -> now.error().number();
      case "@@ERROR_MESSAGE()" -> now.error().getMessage();
      case "@@ERROR_SEVERITY()" -> now.error().severity();
      case "@@ERROR_STATE()" -> now.error().state();
      case "@@ERROR_LINE()" -> now.line();
      default -> null;
    };
  }
}
