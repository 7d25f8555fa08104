package dev.mssqlcdc.standin.sql;

import dev.mssqlcdc.standin.model.SqlType;
import dev.mssqlcdc.standin.model.TemporalText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** String constants that become dates or times: H2 reads fewer forms of them than SQL Server. */
final class TemporalLiterals {
  private static final String[] COMPARISONS = {"=", "<", ">", "<=", ">=", "<>", "!=", "BETWEEN"};

  private final List<Token> tokens;
  private final StatementColumns columns;
  private final RewriteContext context;
  private final List<Token> result;

  private TemporalLiterals(List<Token> tokens, StatementColumns columns, RewriteContext context) {
    this.tokens = tokens;
    this.columns = columns;
    this.context = context;
    this.result = new ArrayList<>(tokens);
  }

  static List<Token> prepared(
      List<Token> tokens, StatementColumns columns, RewriteContext context) {
    if (!columns.any(TemporalLiterals::isTemporal)) {
      return tokens;
    }
    TemporalLiterals literals = new TemporalLiterals(tokens, columns, context);
    if (tokens.get(0).is("INSERT")) {
      literals.insert();
    }
    for (int i = 1; i < tokens.size(); i++) {
      literals.compared(i);
    }
    return literals.result;
  }

  private static boolean isTemporal(SqlType type) {
    return switch (type.name()) {
      case DATE, TIME, SMALLDATETIME, DATETIME, DATETIME2, DATETIMEOFFSET -> true;
      default -> false;
    };
  }

  private void normalize(int i) {
    Token token = tokens.get(i);
    if (token.kind() == Token.Kind.STRING) {
      result.set(i, token.replaced(Token.Kind.STRING, TemporalText.normalized(token.text())));
    }
  }

  private void compared(int i) {
    Token token = tokens.get(i);
    if (token.is("IN") && i + 1 < tokens.size() && tokens.get(i + 1).is("(")) {
      if (isTemporalBefore(tokens.get(i - 1).is("NOT") ? i - 1 : i)) {
        for (int k = i + 2; k < TokenCursor.closing(tokens, i + 1); k++) {
          normalize(k);
        }
      }
    } else if (token.isAny(COMPARISONS) && i + 1 < tokens.size()) {
      boolean not = tokens.get(i - 1).is("NOT");
      if (isTemporalBefore(not ? i - 1 : i)) {
        normalize(i + 1);
        if (token.is("BETWEEN") && i + 3 < tokens.size() && tokens.get(i + 2).is("AND")) {
          normalize(i + 3);
        }
      } else if (tokens.get(i - 1).kind() == Token.Kind.STRING) {
        List<Token> right = tokens.subList(i + 1, Primary.end(tokens, i + 1));
        if (!right.isEmpty()
            && columns.type(right).filter(TemporalLiterals::isTemporal).isPresent()) {
          normalize(i - 1);
        }
      }
    }
  }

  private boolean isTemporalBefore(int end) {
    return end > 0
        && columns
            .type(tokens.subList(Primary.start(tokens, end), end))
            .filter(TemporalLiterals::isTemporal)
            .isPresent();
  }

  private void insert() {
    TokenCursor in = new TokenCursor(tokens);
    in.next();
    in.accept("INTO");
    if (!in.hasMore() || !in.peek().isName()) {
      return;
    }
    Optional<Map<String, SqlType>> table = context.columns(in.qualifiedName());
    if (table.isEmpty()) {
      return;
    }
    List<SqlType> targets = new ArrayList<>(table.get().values());
    Token after = in.look(1);
    if (in.at("(") && after != null && !after.isAny("SELECT", "WITH", "(")) {
      targets =
          TokenCursor.split(in.parenthesized()).stream()
              .map(part -> table.get().get(part.get(0).text().toLowerCase(Locale.ROOT)))
              .toList();
    }
    while (in.hasMore() && !in.at("VALUES") && !in.at("SELECT")) {
      in.next();
    }
    if (in.accept("SELECT")) {
      list(targets, in.position(), tokens.size());
    } else if (in.accept("VALUES")) {
      do {
        int start = in.position() + 1;
        in.parenthesized();
        list(targets, start, in.position() - 1);
      } while (in.accept(","));
    }
  }

  private void list(List<SqlType> targets, int start, int end) {
    int column = 0;
    int depth = 0;
    for (int i = start; i < end && !(depth == 0 && tokens.get(i).is("FROM")); i++) {
      Token token = tokens.get(i);
      depth += token.is("(") ? 1 : token.is(")") ? -1 : 0;
      if (depth == 0 && token.is(",")) {
        column++;
      } else if (depth == 0 && column < targets.size() && targets.get(column) != null) {
        if (isTemporal(targets.get(column))) {
          normalize(i);
        }
      }
    }
  }
}
