package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.model.Column;
import dev.mssqlcdc.standin.model.Output;
import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.model.SqlType;
import dev.mssqlcdc.standin.sql.H2Types;
import dev.mssqlcdc.standin.sql.Token;
import dev.mssqlcdc.standin.sql.TokenCursor;
import dev.mssqlcdc.standin.sql.TypeParser;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The parameters that {@code sp_executesql} or a procedure declares. Output is not supported. */
final class ParameterList {
  private final List<Parameter> parameters = new ArrayList<>();

  private record Parameter(String name, SqlType type, List<Token> defaultValue) {}

  /**
   * Reads {@code @a int, @b varchar(10) = 'x'}.
   *
   * @param statement for the message about what is not supported
   */
  ParameterList(List<Token> declaration, String statement) {
    for (List<Token> part : TokenCursor.split(declaration)) {
      TokenCursor in = new TokenCursor(part);
      String name = in.next().text().toLowerCase(Locale.ROOT);
      in.accept("AS");
      SqlType type = TypeParser.parse(in);
      List<Token> value = List.of();
      if (in.accept("=")) {
        int start = in.position();
        in.accept("-");
        in.next();
        value = in.since(start);
      }
      if (in.hasMore()) {
        throw SqlError.notSupported("a parameter with " + in.peek().text(), statement);
      }
      parameters.add(new Parameter(name, type, value));
    }
  }

  /**
   * Runs a batch with the parameters.
   *
   * @param skip how many positional arguments come before theirs
   * @throws SqlError 8178 for a parameter without an argument
   */
  void run(Session session, String sql, Arguments arguments, int skip, Output out)
      throws SQLException {
    Map<String, Object> values = new HashMap<>();
    for (int i = 0; i < parameters.size(); i++) {
      Parameter parameter = parameters.get(i);
      boolean given = arguments.isGiven(skip + i, parameter.name());
      if (!given && parameter.defaultValue().isEmpty()) {
        throw SqlError.of(
            8178,
            "The parameterized query expects the parameter '"
                + parameter.name()
                + "', which was not supplied.");
      }
      Object value =
          given ? arguments.value(skip + i, parameter.name()) : constant(parameter.defaultValue());
      values.put(parameter.name(), converted(session, value, parameter.type()));
    }
    session.executeWithin(sql, values, out);
  }

  private static Object constant(List<Token> tokens) {
    return tokens.get(0).is("NULL")
        ? null
        : tokens.stream().map(Token::text).collect(Collectors.joining());
  }

  /** The value as its parameter stores it. */
  private static Object converted(Session session, Object value, SqlType type) throws SQLException {
    PreparedStatement cast =
        session.in(Optional.empty()).prepare("SELECT CAST(? AS " + H2Types.of(type) + ")");
    cast.setObject(1, value);
    try (ResultSet row = cast.executeQuery()) {
      row.next();
      ResultSetCursor cursor =
          new ResultSetCursor(
              row, List.of(Column.of("", type)), e -> SqlErrors.of(e, session.database(), ""));
      return cursor.value(0);
    } finally {
      session.transactions().afterData();
    }
  }
}
