package dev.mssqlcdc.standin.sql;

import java.util.List;
import java.util.Optional;

/**
 * A statement in H2's words.
 *
 * @param sql H2 text with a {@code ?} for every variable
 * @param variables the T-SQL variable of each {@code ?}, in order; after {@link #NEXT} the LSN that
 *     follows its value is meant
 * @param database the database that the statement's three-part names name
 * @param preconditions queries to run first, for the error they may raise
 */
public record Rewritten(
    String sql, List<String> variables, Optional<String> database, List<Rewritten> preconditions) {

  /** Stands before the name of a variable where the LSN after its value is wanted. */
  public static final String NEXT = LsnSeek.NEXT;
}
