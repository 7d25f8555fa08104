package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.sql.Statement;
import dev.mssqlcdc.standin.sql.Token;
import java.util.List;
import java.util.OptionalInt;

/** Where in a batch statements stand. */
final class StatementPlaces {
  private StatementPlaces() {}

  /** The offset of the first of a statement's tokens that it keeps. */
  static OptionalInt start(Statement statement) {
    if (statement instanceof Statement.Data data) {
      return start(data.tokens());
    }
    if (statement instanceof Statement.Definition definition) {
      return start(definition.tokens());
    }
    if (statement instanceof Statement.SetVariable set) {
      return start(set.expression());
    }
    if (statement instanceof Statement.SelectInto select) {
      return start(select.assignments().get(0).expression());
    }
    if (statement instanceof Statement.RaiseError raise) {
      return startOfFirst(raise.arguments());
    }
    if (statement instanceof Statement.Throw thrown) {
      return startOfFirst(thrown.arguments());
    }
    if (statement instanceof Statement.Execute execute) {
      return startOfFirst(execute.arguments().stream().map(Statement.Argument::value).toList());
    }
    return OptionalInt.empty();
  }

  private static OptionalInt startOfFirst(List<List<Token>> parts) {
    return parts.isEmpty() ? OptionalInt.empty() : start(parts.get(0));
  }

  private static OptionalInt start(List<Token> tokens) {
    return tokens.isEmpty() ? OptionalInt.empty() : OptionalInt.of(tokens.get(0).start());
  }
}
