package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.sql.Token;
import dev.mssqlcdc.standin.sql.TokenCursor;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** SET statements. Options that change no answer of the stand-in are taken and have no effect. */
final class SetOptions {
  private static final List<String> WITHOUT_EFFECT =
      List.of(
          "ANSI_NULLS",
          "ANSI_PADDING",
          "ANSI_WARNINGS",
          "ANSI_NULL_DFLT_ON",
          "ANSI_DEFAULTS",
          "ARITHABORT",
          "CONCAT_NULL_YIELDS_NULL",
          "QUOTED_IDENTIFIER",
          "NUMERIC_ROUNDABORT",
          "TEXTSIZE",
          "LANGUAGE",
          "DATEFORMAT",
          "DATEFIRST",
          "CURSOR_CLOSE_ON_COMMIT",
          "DEADLOCK_PRIORITY",
          "CONTEXT_INFO",
          "STATISTICS");

  private final Session session;
  private final DataStatements data;

  SetOptions(Session session, DataStatements data) {
    this.session = session;
    this.data = data;
  }

  void run(List<Token> words) throws SQLException {
    Token option = words.get(0);
    if (option.is("TRANSACTION")) {
      isolation(words);
    } else if (option.is("IMPLICIT_TRANSACTIONS")) {
      session.options().implicitTransactions(words.get(1).is("ON"));
    } else if (option.is("NOCOUNT")) {
      session.options().countsHidden(words.get(1).is("ON"));
    } else if (option.is("XACT_ABORT")) {
      session.options().abortsTransactions(words.get(1).is("ON"));
    } else if (option.is("ROWCOUNT")) {
      session.options().rowLimit(number(words));
    } else if (option.is("LOCK_TIMEOUT")) {
      session.options().lockTimeout(number(words));
    } else if (option.is("IDENTITY_INSERT")) {
      TokenCursor in = new TokenCursor(words.subList(1, words.size()));
      List<String> table = in.qualifiedName();
      new DefinitionPermissions(session).requireAlter(table);
      session.options().identityInsert(in.accept("ON") ? table : List.of());
    } else if (!option.isAny(WITHOUT_EFFECT)) {
      String text = words.stream().map(Token::text).collect(Collectors.joining(" "));
      throw SqlError.notSupported("SET " + option.text(), "SET " + text);
    }
  }

  private void isolation(List<Token> words) throws SQLException {
    String level =
        words.subList(3, words.size()).stream()
            .map(token -> token.text().toUpperCase(Locale.ROOT))
            .collect(Collectors.joining("_"));
    session.transactions().isolation(IsolationLevel.valueOf(level));
  }

  private int number(List<Token> words) throws SQLException {
    return ((Number) data.evaluate(words.subList(1, words.size()))).intValue();
  }
}
