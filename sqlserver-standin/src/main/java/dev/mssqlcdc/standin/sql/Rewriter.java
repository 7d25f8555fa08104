package dev.mssqlcdc.standin.sql;

import dev.mssqlcdc.standin.model.SqlError;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Rewrites one T-SQL statement for H2. What no rule knows passes through, for H2 to refuse. */
public final class Rewriter {
  private static final List<String> HINTS =
      List.of(
          "NOLOCK",
          "NOWAIT",
          "TABLOCK",
          "TABLOCKX",
          "HOLDLOCK",
          "READPAST",
          "UPDLOCK",
          "ROWLOCK",
          "READCOMMITTED",
          "READUNCOMMITTED",
          "REPEATABLEREAD",
          "SERIALIZABLE",
          "SNAPSHOT",
          "XLOCK",
          "PAGLOCK",
          "INDEX",
          "FORCESEEK",
          "FORCESCAN",
          "NOEXPAND",
          "READCOMMITTEDLOCK");

  private final RewriteContext context;
  private final StatementColumns columns;
  private final StringBuilder sql = new StringBuilder();
  private final List<String> variables = new ArrayList<>();
  private final List<Rewritten> preconditions = new ArrayList<>();
  private Optional<String> database = Optional.empty();

  private Rewriter(RewriteContext context, StatementColumns columns) {
    this.context = context;
    this.columns = columns;
  }

  /** Rewrites a statement or an expression. */
  public static Rewritten rewrite(List<Token> statement, RewriteContext context) {
    NameCase.check(statement, context);
    NestedOrder.check(statement);
    List<Token> tokens = DataChanges.prepared(statement, context);
    StatementColumns columns = new StatementColumns(tokens, context);
    Rewriter rewriter = new Rewriter(context, columns);
    List<Token> dated = TemporalLiterals.prepared(tokens, columns, context);
    List<Token> sorted = SortKeys.prepared(dated, columns);
    rewriter.emit(LikePatterns.prepared(sorted, columns, context));
    return new Rewritten(
        rewriter.sql.toString().strip(),
        List.copyOf(rewriter.variables),
        rewriter.database,
        List.copyOf(rewriter.preconditions));
  }

  /** A change function fails on a range outside the instance's, also where it has no rows. */
  void require(String changeFunction, String captureInstance, List<List<Token>> arguments) {
    Rewriter check = new Rewriter(context, columns);
    check.raw("SELECT sys.check_lsn_range(" + H2Types.literal(changeFunction));
    check.raw(", " + H2Types.literal(captureInstance));
    for (List<Token> argument : arguments) {
      check.raw(", ");
      check.emit(argument);
    }
    check.raw(")");
    preconditions.add(
        new Rewritten(check.sql.toString(), List.copyOf(check.variables), database, List.of()));
  }

  Optional<String> database() {
    return database;
  }

  StatementColumns columns() {
    return columns;
  }

  RewriteContext context() {
    return context;
  }

  void raw(String text) {
    sql.append(text);
  }

  void emit(List<Token> input) {
    List<Token> tokens = AtTimeZone.rewritten(input);
    int i = 0;
    while (i < tokens.size()) {
      i = one(tokens, i);
    }
  }

  /** Emits what stands at an index; returns the index after it. */
  private int one(List<Token> tokens, int i) {
    Token token = tokens.get(i);
    int collated = Collated.rewrite(this, tokens, i);
    if (collated > i) {
      return collated;
    }
    if (token.isName()) {
      int next = name(tokens, i);
      if (next > i) {
        return next;
      }
      next = LsnSeek.rewrite(this, tokens, i);
      if (next > i) {
        return next;
      }
      next = clause(tokens, i);
      if (next > i) {
        return next;
      }
      next = FunctionRewriter.rewrite(this, tokens, i);
      if (next > i) {
        return next;
      }
    }
    token(token);
    return i + 1;
  }

  /** A number with an exponent is a float; H2 would make it a decimal. */
  private static String number(String text) {
    boolean binary = text.startsWith("0x") || text.startsWith("0X");
    boolean exponent = !binary && (text.indexOf('e') > 0 || text.indexOf('E') > 0);
    return exponent ? "CAST(" + text + " AS DOUBLE PRECISION)" : text;
  }

  private void token(Token token) {
    if (token.spaced()) {
      sql.append(' ');
    }
    switch (token.kind()) {
      case QUOTED -> sql.append(H2Types.quote(stored(token.text())));
      case STRING -> sql.append(H2Types.literal(constant(token)));
      case BINARY -> sql.append("X'").append(token.text()).append('\'');
      case VARIABLE -> variable(token.text());
      case WORD -> sql.append(word(token.text()));
      case NUMBER -> sql.append(number(token.text()));
      case SYMBOL -> sql.append(symbol(token.text()));
    }
  }

  /** A constant without N is in the database's code page. */
  private String constant(Token token) {
    return token.isUnicodeString()
        ? token.text()
        : context.collation().language().narrowed(token.text());
  }

  /** H2 does not take every character that T-SQL allows in a name without brackets. */
  private String word(String text) {
    boolean plain = text.chars().allMatch(c -> c == '_' || Character.isLetterOrDigit(c));
    return plain ? text : H2Types.quote(stored(text));
  }

  private String stored(String name) {
    return name.startsWith("#") ? context.temporaryTable(name).orElse(name) : name;
  }

  private static String symbol(String text) {
    return switch (text) {
      case "!<" -> ">=";
      case "!>" -> "<=";
      default -> text;
    };
  }

  private void variable(String name) {
    Optional<String> table = context.tableVariable(name);
    if (name.equalsIgnoreCase("@@IDENTITY")) {
      sql.append("SCOPE_IDENTITY()");
    } else if (table.isPresent()) {
      sql.append(H2Types.quote(table.get()));
    } else {
      parameter(name);
    }
  }

  /** A parameter that takes the value of a variable. */
  void parameter(String variable) {
    sql.append('?');
    variables.add(variable);
  }

  /** Emits the tokens of a name as they are. */
  void name(List<Token> tokens) {
    tokens.forEach(this::token);
  }

  /** {@code db.schema.object} and {@code db..object}: the database goes, H2 has one of its own. */
  private int name(List<Token> tokens, int i) {
    Token token = tokens.get(i);
    boolean inside = i > 0 && tokens.get(i - 1).is(".");
    if (inside || i + 3 >= tokens.size() || !tokens.get(i + 1).is(".")) {
      return i;
    }
    if (token.isName("tempdb") && namesTemporary(tokens, i)) {
      return tokens.get(i + 2).is(".") ? i + 3 : i + 4;
    }
    boolean defaultSchema = tokens.get(i + 2).is(".") && tokens.get(i + 3).isName();
    boolean threeParts = tokens.get(i + 2).isName() && tokens.get(i + 3).is(".");
    if (defaultSchema && context.isDatabase(token.text())) {
      useDatabase(token.text());
      raw(" dbo");
      return i + 2;
    }
    if (threeParts && context.isDatabase(token.text())) {
      useDatabase(token.text());
      raw(" ");
      return i + 2;
    }
    return i;
  }

  private static boolean namesTemporary(List<Token> tokens, int i) {
    int last = tokens.get(i + 2).is(".") ? i + 3 : i + 4;
    return last < tokens.size()
        && tokens.get(last).isName()
        && tokens.get(last).text().startsWith("#");
  }

  private void useDatabase(String name) {
    if (database.isPresent() && !database.get().equalsIgnoreCase(name)) {
      throw SqlError.notSupported(
          "one statement over two databases", database.get() + " and " + name);
    }
    database = Optional.of(name);
  }

  /** Hints and OPTION, which H2 does not have. */
  private int clause(List<Token> tokens, int i) {
    Token token = tokens.get(i);
    boolean opens = i + 1 < tokens.size() && tokens.get(i + 1).is("(");
    if (token.is("WITH") && opens && i + 2 < tokens.size() && tokens.get(i + 2).isAny(HINTS)) {
      return TokenCursor.closing(tokens, i + 1) + 1;
    }
    if (opens && i + 2 < tokens.size() && tokens.get(i + 2).isAny(HINTS)) {
      // the old form: a table's name or alias, then its hints without WITH
      token(token);
      return TokenCursor.closing(tokens, i + 1) + 1;
    }
    if (token.is("OPTION") && opens) {
      return TokenCursor.closing(tokens, i + 1) + 1;
    }
    if (token.is("INFORMATION_SCHEMA") && i + 2 < tokens.size() && tokens.get(i + 1).is(".")) {
      raw(" sys." + H2Types.quote("INFORMATION_SCHEMA." + tokens.get(i + 2).text()));
      return i + 3;
    }
    return i;
  }
}
