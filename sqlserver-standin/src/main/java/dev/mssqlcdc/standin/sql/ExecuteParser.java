package dev.mssqlcdc.standin.sql;

import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.sql.Statement.Argument;
import java.util.ArrayList;
import java.util.List;

/** Reads what follows EXEC. */
final class ExecuteParser {
  private final TokenCursor in;
  private final StatementBounds bounds;

  ExecuteParser(TokenCursor in, StatementBounds bounds) {
    this.in = in;
    this.bounds = bounds;
  }

  /**
   * Reads the procedure and its arguments.
   *
   * @param into the INSERT that takes its rows, or nothing
   */
  Statement parse(List<Token> into) {
    if (in.at("(")) {
      return new Statement.Execute(
          into, List.of("sp_executesql"), List.of(new Argument("", in.parenthesized())));
    }
    if (in.peek().isVariable()) {
      throw SqlError.notSupported("EXEC into a variable", "EXEC " + in.peek().text());
    }
    List<String> procedure = in.qualifiedName();
    List<Argument> arguments = new ArrayList<>();
    for (List<Token> part : TokenCursor.split(bounds.expression(false))) {
      boolean named = part.size() > 2 && part.get(0).isVariable() && part.get(1).is("=");
      arguments.add(
          named
              ? new Argument(part.get(0).text(), part.subList(2, part.size()))
              : new Argument("", part));
    }
    return new Statement.Execute(into, procedure, arguments);
  }
}
