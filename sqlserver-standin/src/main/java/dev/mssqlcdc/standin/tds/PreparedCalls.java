package dev.mssqlcdc.standin.tds;

import dev.mssqlcdc.standin.engine.Arguments;
import dev.mssqlcdc.standin.engine.Session;
import dev.mssqlcdc.standin.model.Output;
import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.sql.Lexer;
import dev.mssqlcdc.standin.sql.Token;
import dev.mssqlcdc.standin.sql.TokenCursor;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;

/** Remote procedure calls: prepared statements with their handles, and procedures by name. */
final class PreparedCalls {
  private final Session session;
  private final Map<Integer, Prepared> prepared = new HashMap<>();
  private int lastHandle;

  private record Prepared(String sql, List<String> parameterNames) {}

  PreparedCalls(Session session) {
    this.session = session;
  }

  /** What a call executes: the text of its statement, or the name of its procedure. */
  String text(RpcRequest request) {
    Prepared known = request.id() == RpcRequest.EXECUTE ? prepared.get(request.value(0)) : null;
    return known == null ? request.subject() : known.sql();
  }

  /** Runs a call; returns the handle it made, if it made one. */
  OptionalInt call(RpcRequest request, Output out) {
    switch (request.id()) {
      case RpcRequest.EXECUTE_SQL ->
          execute(statement(request.text(0), request.text(1)), request, 2, out);
      case RpcRequest.PREPARE -> {
        return OptionalInt.of(prepare(request));
      }
      case RpcRequest.PREPARE_AND_EXECUTE -> {
        int handle = prepare(request);
        execute(prepared.get(handle), request, 3, out);
        return OptionalInt.of(handle);
      }
      case RpcRequest.EXECUTE -> execute(byHandle(request), request, 1, out);
      case RpcRequest.UNPREPARE -> prepared.remove(request.value(0));
      case 0 -> byName(request, out);
      default ->
          throw SqlError.notSupported(
              "the remote procedure with number " + request.id(), "remote procedure call");
    }
    return OptionalInt.empty();
  }

  private int prepare(RpcRequest request) {
    prepared.put(++lastHandle, statement(request.text(2), request.text(1)));
    return lastHandle;
  }

  /** Reads the names from a declaration such as {@code @P0 int, @P1 nvarchar(4000)}. */
  private static Prepared statement(String sql, String declaration) {
    List<String> names =
        TokenCursor.split(Lexer.tokens(declaration)).stream()
            .map(part -> part.get(0))
            .filter(Token::isVariable)
            .map(token -> token.text().toLowerCase(Locale.ROOT))
            .toList();
    return new Prepared(sql, names);
  }

  private Prepared byHandle(RpcRequest request) {
    Prepared known = prepared.get(request.value(0));
    if (known == null) {
      throw SqlError.of(
          8179, "Could not find prepared statement with handle " + request.text(0) + ".");
    }
    return known;
  }

  private void execute(Prepared statement, RpcRequest request, int skip, Output out) {
    Map<String, Object> values = new HashMap<>();
    List<RpcRequest.Parameter> parameters = request.parameters();
    for (int i = skip; i < parameters.size(); i++) {
      String name = parameters.get(i).name().toLowerCase(Locale.ROOT);
      values.put(
          name.isEmpty() ? statement.parameterNames().get(i - skip) : name,
          parameters.get(i).value());
    }
    session.executeWithin(statement.sql(), values, out);
  }

  private void byName(RpcRequest request, Output out) {
    Arguments arguments = new Arguments();
    request.parameters().forEach(p -> arguments.add(p.name(), p.value()));
    session.call(new TokenCursor(Lexer.tokens(request.name())).qualifiedName(), arguments, out);
  }
}
