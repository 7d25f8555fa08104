package dev.mssqlcdc.standin.sql;

import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.model.SqlType;
import dev.mssqlcdc.standin.model.SqlTypeName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Data changes with clauses that H2 does not have: FROM becomes MERGE or a query of row ids, TOP
 * becomes FETCH FIRST, OUTPUT a query of the changed rows.
 */
public final class DataChanges {
  /** Begins the alias of the changed rows: the name of their table follows. */
  public static final String ROWS_OF = "rows of ";

  private final DataChange change;
  private final RewriteContext context;
  private final String statement;

  private DataChanges(DataChange change, RewriteContext context, String statement) {
    this.change = change;
    this.context = context;
    this.statement = statement;
  }

  /**
   * Brings WITH and TOP of an INSERT to where H2 expects them.
   *
   * @return the statement as it is, if it is another
   */
  public static List<Token> normalized(List<Token> tokens) {
    if (!DataChange.is(tokens)) {
      return tokens;
    }
    DataChange change = DataChange.parse(tokens);
    boolean insert = change.verb() == DataChange.Verb.INSERT;
    if (!insert || (change.with().isEmpty() && change.top().isEmpty())) {
      return tokens;
    }
    TokenCursor in = new TokenCursor(change.rest());
    int start = in.position();
    Token next = in.look(1);
    if (in.at("(") && next != null && !next.isAny("SELECT", "WITH", "(")) {
      in.parenthesized();
    }
    List<Token> columns = in.since(start);
    List<Token> query = change.rest().subList(in.position(), change.rest().size());
    TokenList out = new TokenList().sql("INSERT INTO").all(change.target()).all(columns);
    if (!change.output().isEmpty()) {
      out.sql("OUTPUT").all(change.output());
      if (!change.into().isEmpty()) {
        out.sql("INTO").all(change.into());
      }
    }
    if (change.top().isEmpty()) {
      return out.all(change.with()).all(query).tokens();
    }
    return out.sql("SELECT * FROM (")
        .all(change.with())
        .all(query)
        .sql(") AS [top rows] FETCH FIRST (")
        .all(change.top())
        .sql(") ROWS ONLY")
        .tokens();
  }

  /** Rewrites a statement, if it is a data change that needs it. */
  static List<Token> prepared(List<Token> tokens, RewriteContext context) {
    if (tokens.isEmpty() || !DataChange.is(tokens)) {
      return tokens;
    }
    DataChange change = DataChange.parse(tokens);
    return new DataChanges(change, context, Token.text(tokens)).rewritten(tokens);
  }

  private List<Token> rewritten(List<Token> tokens) {
    List<Token> changed =
        switch (change.verb()) {
          case INSERT -> insert();
          case UPDATE -> update(tokens);
          case DELETE -> delete(tokens);
        };
    return change.output().isEmpty() ? changed : output(changed);
  }

  private List<Token> insert() {
    return new TokenList()
        .sql("INSERT INTO")
        .all(change.target())
        .all(InsertedValues.stored(change, context))
        .tokens();
  }

  private List<Token> update(List<Token> tokens) {
    if (change.set().stream().anyMatch(t -> t.isVariable()) && assignsVariable()) {
      throw SqlError.notSupported("UPDATE that sets a variable", statement);
    }
    if (change.from().isEmpty() && change.with().isEmpty()) {
      boolean plain = change.output().isEmpty() && change.top().isEmpty() && !compound();
      return plain && !converts() ? tokens : limited(plainUpdate());
    }
    RowSource source = RowSource.of(change, context, statement);
    List<List<Token>> assignments = TokenCursor.split(change.set());
    TokenList values = new TokenList();
    TokenList set = new TokenList();
    int number = 0;
    for (List<Token> assignment : assignments) {
      Assignment one = assignment(assignment, source.table());
      values.sql(",").all(one.value()).sql("AS [v" + number + "]");
      set.sql(number == 0 ? "" : ",").all(one.column()).sql("= [src].[v" + number + "]");
      number++;
    }
    rowversions(source.table())
        .forEach(name -> set.sql(", [" + name.replace("]", "]]") + "] = DEFAULT"));
    return new TokenList()
        .sql("MERGE INTO")
        .all(source.table())
        .sql("AS [target] USING (")
        .all(source.query(values.tokens(), change.top()))
        .sql(") AS [src] ON [target]._ROWID_ = [src].[rid] WHEN MATCHED THEN UPDATE SET")
        .all(set.tokens())
        .tokens();
  }

  private boolean assignsVariable() {
    return TokenCursor.split(change.set()).stream().anyMatch(part -> part.get(0).isVariable());
  }

  private boolean compound() {
    return change.set().stream().anyMatch(t -> t.isAny("+=", "-=", "*=", "/=", "%="));
  }

  private List<Token> plainUpdate() {
    TokenList out = new TokenList().sql("UPDATE").all(change.target()).sql("SET");
    boolean first = true;
    for (List<Token> part : TokenCursor.split(change.set())) {
      Assignment one = assignment(part, change.target());
      out.sql(first ? "" : ",").all(one.column()).sql("=").all(one.value());
      first = false;
    }
    if (!change.where().isEmpty()) {
      out.sql("WHERE").all(change.where());
    }
    return out.tokens();
  }

  private List<Token> limited(List<Token> tokens) {
    return change.top().isEmpty()
        ? tokens
        : new TokenList()
            .all(tokens)
            .sql("FETCH FIRST (")
            .all(change.top())
            .sql(") ROWS ONLY")
            .tokens();
  }

  private record Assignment(List<Token> column, List<Token> value) {}

  /** {@code alias.column = x} and {@code column += x}. */
  private Assignment assignment(List<Token> tokens, List<Token> table) {
    int operator = 0;
    while (!tokens.get(operator).isAny("=", "+=", "-=", "*=", "/=", "%=")) {
      operator++;
      if (operator == tokens.size()) {
        throw new TokenCursor(tokens).unexpected();
      }
    }
    List<Token> reference = tokens.subList(0, operator);
    List<Token> column = tokens.subList(operator - 1, operator);
    List<Token> value = tokens.subList(operator + 1, tokens.size());
    String symbol = tokens.get(operator).text();
    if (symbol.length() > 1) {
      value =
          new TokenList()
              .all(reference)
              .sql(symbol.substring(0, 1) + " (")
              .all(value)
              .sql(")")
              .tokens();
    }
    Map<String, SqlType> types = context.columns(RowSource.parts(table)).orElse(Map.of());
    SqlType type = types.get(column.get(0).text().toLowerCase(Locale.ROOT));
    return new Assignment(column, StoredValues.stored(value, type, types, context.collation()));
  }

  /** True if a value is not stored as it is written. */
  private boolean converts() {
    return TokenCursor.split(change.set()).stream()
        .map(part -> assignment(part, change.target()).value())
        .anyMatch(value -> value.size() > 2 && value.get(2).isAny("truncated", "single_byte"));
  }

  private List<String> rowversions(List<Token> table) {
    Map<String, SqlType> columns = context.columns(RowSource.parts(table)).orElse(Map.of());
    List<String> names = new ArrayList<>();
    columns.forEach(
        (name, type) -> {
          if (type.name() == SqlTypeName.ROWVERSION) {
            names.add(name);
          }
        });
    return names;
  }

  private List<Token> delete(List<Token> tokens) {
    if (change.from().isEmpty() && change.with().isEmpty()) {
      boolean plain = change.output().isEmpty() && change.top().isEmpty();
      TokenList out = new TokenList().sql("DELETE FROM").all(change.target());
      if (!change.where().isEmpty()) {
        out.sql("WHERE").all(change.where());
      }
      return plain && tokens.get(1).is("FROM") ? tokens : limited(out.tokens());
    }
    RowSource source = RowSource.of(change, context, statement);
    return new TokenList()
        .sql("DELETE FROM")
        .all(source.table())
        .sql("WHERE _ROWID_ IN (SELECT [rid] FROM (")
        .all(source.query(List.of(), change.top()))
        .sql(") AS [src])")
        .tokens();
  }

  private List<Token> output(List<Token> changed) {
    boolean fromDeleted = mentions("deleted");
    if (fromDeleted && mentions("inserted")) {
      throw SqlError.notSupported("OUTPUT of inserted and deleted together", statement);
    }
    String alias =
        ROWS_OF
            + String.join(
                ".",
                RowSource.parts(
                    change.from().isEmpty() && change.with().isEmpty()
                        ? change.target()
                        : RowSource.of(change, context, statement).table()));
    boolean old = change.verb() == DataChange.Verb.DELETE || fromDeleted;
    TokenList query = new TokenList();
    if (!change.into().isEmpty()) {
      query.sql("INSERT INTO").all(change.into());
    }
    query.sql("SELECT");
    for (Token token : change.output()) {
      boolean rows = token.isName("inserted") || token.isName("deleted");
      query.all(List.of(rows ? token.replaced(Token.Kind.QUOTED, alias) : token));
    }
    return query
        .sql(old ? "FROM OLD TABLE (" : "FROM FINAL TABLE (")
        .all(changed)
        .sql(") AS [" + alias.replace("]", "]]") + "]")
        .tokens();
  }

  private boolean mentions(String rows) {
    return change.output().stream().anyMatch(token -> token.isName(rows));
  }
}
