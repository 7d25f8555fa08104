package dev.mssqlcdc.standin.sql;

import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.model.SqlType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Cuts a batch into statements; T-SQL does not need semicolons between them. */
public final class StatementParser {
  private static final List<String> UNSUPPORTED =
      List.of(
          "DBCC",
          "BACKUP",
          "RESTORE",
          "KILL",
          "OPEN",
          "CLOSE",
          "FETCH",
          "DEALLOCATE",
          "GOTO",
          "RECONFIGURE",
          "CHECKPOINT",
          "BULK",
          "ENABLE",
          "DISABLE",
          "WAITFOR");

  private final TokenCursor in;
  private final StatementBounds bounds;

  private StatementParser(List<Token> tokens) {
    in = new TokenCursor(tokens);
    bounds = new StatementBounds(in);
  }

  /**
   * Parses a whole batch before any of it runs.
   *
   * @throws SqlError 102 where no statement starts
   */
  public static List<Statement> parse(List<Token> tokens) {
    StatementParser parser = new StatementParser(tokens);
    List<Statement> statements = new ArrayList<>();
    parser.skipSemicolons();
    while (parser.in.hasMore()) {
      parser.statement(statements);
      parser.skipSemicolons();
    }
    return statements;
  }

  private void skipSemicolons() {
    boolean more = true;
    while (more) {
      more = in.accept(";");
    }
  }

  /** One statement; a DECLARE with an initial value becomes two. */
  private void statement(List<Statement> out) {
    if (in.accept("DECLARE")) {
      declare(out);
    } else {
      out.add(single());
    }
  }

  private Statement single() {
    Optional<SecurityCommand> security = SecurityParser.parse(in);
    if (security.isPresent()) {
      return new Statement.Security(security.get());
    }
    if (in.at("SET")) {
      return set();
    }
    if (in.accept("IF")) {
      return ifStatement();
    }
    if (in.accept("WHILE")) {
      return new Statement.While(condition(), body());
    }
    if (in.at("BEGIN")) {
      return begin();
    }
    if (in.accept("COMMIT")) {
      transactionName();
      return new Statement.Commit();
    }
    if (in.accept("ROLLBACK")) {
      return new Statement.Rollback(transactionName());
    }
    if (in.accept("SAVE")) {
      return new Statement.Save(transactionName().orElseThrow(in::unexpected));
    }
    if (in.accept("USE")) {
      return new Statement.Use(in.name());
    }
    if (in.accept("EXEC") || in.accept("EXECUTE")) {
      return new ExecuteParser(in, bounds).parse(List.of());
    }
    return simple();
  }

  private Statement simple() {
    if (in.accept("PRINT")) {
      return new Statement.Print(rest());
    }
    if (in.accept("RAISERROR")) {
      Statement raise = new Statement.RaiseError(TokenCursor.split(in.parenthesized()));
      raiseOptions();
      return raise;
    }
    if (in.accept("THROW")) {
      return new Statement.Throw(TokenCursor.split(rest()));
    }
    if (in.accept("WAITFOR", "DELAY")) {
      return new Statement.WaitFor(in.next().text());
    }
    if (in.accept("BREAK")) {
      return new Statement.Loop(true);
    }
    if (in.accept("CONTINUE")) {
      return new Statement.Loop(false);
    }
    if (in.accept("RETURN")) {
      return new Statement.Return();
    }
    if (in.peek().isAny("CREATE", "ALTER", "DROP", "TRUNCATE")) {
      return new Statement.Definition(bounds.upToNext());
    }
    if (in.peek().isAny("SELECT", "INSERT", "UPDATE", "DELETE", "MERGE", "WITH") || in.at("(")) {
      return data();
    }
    if (in.peek().isAny(UNSUPPORTED)) {
      String verb = in.peek().text();
      throw SqlError.notSupported("the statement " + verb, verb);
    }
    throw in.unexpected();
  }

  private Statement data() {
    int start = in.position();
    List<Token> tokens = bounds.upToNext();
    if (tokens.get(0).is("SELECT")
        && tokens.size() > 2
        && tokens.get(1).isVariable()
        && tokens.get(2).is("=")) {
      return AssigningSelect.parse(tokens);
    }
    if (tokens.get(0).is("INSERT")
        && in.hasMore()
        && in.peek().isAny("EXEC", "EXECUTE")
        && tokens.stream().noneMatch(token -> token.isAny("VALUES", "SELECT"))) {
      List<Token> target = in.since(start);
      in.next();
      return new ExecuteParser(in, bounds).parse(target);
    }
    return new Statement.Data(tokens);
  }

  private void declare(List<Statement> out) {
    do {
      String name = in.next().text();
      in.accept("AS");
      if (in.accept("TABLE")) {
        out.add(new Statement.DeclareTable(name, in.parenthesized()));
        return;
      }
      SqlType type = TypeParser.parse(in);
      out.add(new Statement.Declare(name, type));
      if (in.accept("=")) {
        out.add(new Statement.SetVariable(name, bounds.expression(true)));
      }
    } while (in.accept(","));
  }

  private Statement set() {
    in.expect("SET");
    if (!in.peek().isVariable()) {
      int start = in.position();
      in.next();
      while (in.hasMore() && !in.at(";") && !bounds.startsStatement()) {
        in.next();
      }
      return new Statement.SetOption(in.since(start));
    }
    Token variable = in.next();
    Token operator = in.next();
    List<Token> value = bounds.expression(false);
    if (operator.is("=")) {
      return new Statement.SetVariable(variable.text(), value);
    }
    List<Token> computed = new ArrayList<>(List.of(variable));
    String symbol = operator.text().substring(0, 1);
    computed.add(new Token(Token.Kind.SYMBOL, symbol, true, operator.start(), operator.end()));
    computed.addAll(value);
    return new Statement.SetVariable(variable.text(), computed);
  }

  private Statement ifStatement() {
    List<Token> condition = condition();
    Statement then = body();
    skipSemicolonBefore("ELSE");
    Optional<Statement> otherwise = in.accept("ELSE") ? Optional.of(body()) : Optional.empty();
    return new Statement.If(condition, then, otherwise);
  }

  private void skipSemicolonBefore(String word) {
    Token next = in.look(1);
    if (in.at(";") && next != null && next.is(word)) {
      in.next();
    }
  }

  private Statement body() {
    List<Statement> statements = new ArrayList<>();
    statement(statements);
    return statements.size() == 1 ? statements.get(0) : new Statement.Block(statements);
  }

  private List<Token> condition() {
    return bounds.expression(false);
  }

  private Statement begin() {
    in.expect("BEGIN");
    if (in.at("TRAN") || in.at("TRANSACTION")) {
      transactionName();
      return new Statement.Begin();
    }
    if (in.accept("TRY")) {
      return tryCatch();
    }
    return new Statement.Block(untilEnd());
  }

  private List<Statement> untilEnd() {
    List<Statement> statements = new ArrayList<>();
    skipSemicolons();
    while (!in.accept("END")) {
      statement(statements);
      skipSemicolons();
    }
    return statements;
  }

  private Statement tryCatch() {
    List<Statement> attempt = untilEnd();
    in.expect("TRY");
    skipSemicolons();
    in.expect("BEGIN");
    in.expect("CATCH");
    List<Statement> handler = untilEnd();
    in.expect("CATCH");
    return new Statement.TryCatch(attempt, handler);
  }

  private void raiseOptions() {
    if (in.accept("WITH")) {
      do {
        if (!in.accept("NOWAIT") && !in.accept("SETERROR")) {
          throw SqlError.notSupported("this option of RAISERROR", "RAISERROR WITH");
        }
      } while (in.accept(","));
    }
  }

  private Optional<String> transactionName() {
    if (!in.accept("TRAN") && !in.accept("TRANSACTION")) {
      in.accept("WORK");
      return Optional.empty();
    }
    if (in.accept("WITH")) {
      in.parenthesized();
      return Optional.empty();
    }
    boolean named = in.hasMore() && in.peek().isName() && !bounds.startsStatement();
    return named ? Optional.of(in.next().text()) : Optional.empty();
  }

  private List<Token> rest() {
    return bounds.expression(false);
  }
}
