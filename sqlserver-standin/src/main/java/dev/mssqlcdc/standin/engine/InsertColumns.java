package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.catalog.ColumnDef;
import dev.mssqlcdc.standin.catalog.TableDef;
import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.sql.Token;
import dev.mssqlcdc.standin.sql.TokenCursor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The rules of INSERT about identity columns, and the optional word INTO. */
final class InsertColumns {
  private final Session session;
  private final Variables variables;

  InsertColumns(Session session, Variables variables) {
    this.session = session;
    this.variables = variables;
  }

  /**
   * Returns the statement with INTO and, where the table has an identity, with its column list.
   *
   * @throws SqlError 544 for an explicit value of an identity
   */
  List<Token> prepared(List<Token> tokens) {
    if (!tokens.get(0).is("INSERT")) {
      return tokens;
    }
    TokenCursor in = new TokenCursor(tokens);
    Token insert = in.next();
    in.accept("INTO");
    if (!in.hasMore() || !(in.peek().isName() || in.peek().isVariable())) {
      return tokens;
    }
    int nameStart = in.position();
    List<String> name = in.peek().isVariable() ? List.of(in.next().text()) : in.qualifiedName();
    List<Token> result = new ArrayList<>(List.of(insert, word("INTO", insert)));
    result.addAll(tokens.subList(nameStart, in.position()));
    Optional<TableDef> table = variables.table(name.get(0)).or(() -> session.find(name));
    boolean listed = in.at("(") && !startsQuery(in);
    boolean explicit = isIdentityInsert(name);
    if (table.isPresent()
        && table.get().columns().stream().anyMatch(c -> c.identity() || c.computed())) {
      if (listed && !explicit) {
        refuseIdentity(table.get(), in);
      } else if (!listed && !in.at("DEFAULT")) {
        result.addAll(list(table.get(), explicit, insert));
      }
    }
    result.addAll(tokens.subList(in.position(), tokens.size()));
    return result;
  }

  private static boolean startsQuery(TokenCursor in) {
    Token next = in.look(1);
    return next != null && next.isAny("SELECT", "WITH", "(");
  }

  private boolean isIdentityInsert(List<String> name) {
    List<String> set = session.options().identityInsert();
    return !set.isEmpty() && set.get(set.size() - 1).equalsIgnoreCase(name.get(name.size() - 1));
  }

  private static void refuseIdentity(TableDef table, TokenCursor in) {
    int start = in.position();
    List<Token> listed = in.parenthesized();
    in.moveTo(start);
    for (ColumnDef column : table.columns()) {
      if (column.identity() && listed.stream().anyMatch(token -> token.isName(column.name()))) {
        throw SqlError.of(
            544,
            "Cannot insert explicit value for identity column in table '"
                + table.name()
                + "' when IDENTITY_INSERT is set to OFF.");
      }
    }
  }

  private static List<Token> list(TableDef table, boolean withIdentity, Token near) {
    List<Token> list = new ArrayList<>();
    for (ColumnDef column : table.columns()) {
      if (!column.computed() && (withIdentity || !column.identity())) {
        list.add(near.replaced(Token.Kind.SYMBOL, list.isEmpty() ? "(" : ","));
        list.add(near.replaced(Token.Kind.QUOTED, column.name()));
      }
    }
    list.add(near.replaced(Token.Kind.SYMBOL, ")"));
    return list;
  }

  private static Token word(String text, Token near) {
    return near.replaced(Token.Kind.WORD, text);
  }
}
