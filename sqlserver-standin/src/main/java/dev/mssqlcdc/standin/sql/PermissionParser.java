package dev.mssqlcdc.standin.sql;

import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.sql.SecurityCommand.Named;
import dev.mssqlcdc.standin.sql.SecurityCommand.Target;
import dev.mssqlcdc.standin.sql.SecurityCommand.Verb;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads GRANT, DENY and REVOKE. */
final class PermissionParser {
  private final TokenCursor in;

  PermissionParser(TokenCursor in) {
    this.in = in;
  }

  SecurityCommand parse() {
    Verb verb = Verb.valueOf(in.next().text().toUpperCase(Locale.ROOT));
    if (in.at("GRANT", "OPTION", "FOR")) {
      throw SqlError.notSupported("REVOKE GRANT OPTION FOR", "REVOKE GRANT OPTION FOR");
    }
    List<Named> permissions = new ArrayList<>();
    do {
      permissions.add(permission());
    } while (in.accept(","));
    Optional<Target> on = in.accept("ON") ? Optional.of(target()) : Optional.empty();
    if (verb != Verb.REVOKE || !in.accept("FROM")) {
      in.expect("TO");
    }
    List<String> principals = new ArrayList<>();
    do {
      principals.add(in.name());
    } while (in.accept(","));
    boolean grantOption = in.accept("WITH", "GRANT", "OPTION");
    in.accept("CASCADE");
    if (in.at("AS")) {
      throw SqlError.notSupported("a grantor", verb + " ... AS");
    }
    return new SecurityCommand.Permissions(verb, permissions, on, principals, grantOption);
  }

  /** One or more words, and columns in parentheses. */
  private Named permission() {
    List<String> words = new ArrayList<>();
    while (in.hasMore() && in.peek().isName() && !in.peek().isAny("ON", "TO", "FROM")) {
      words.add(in.next().text());
    }
    if (words.isEmpty()) {
      throw in.unexpected();
    }
    if (words.size() == 2
        && words.get(0).equalsIgnoreCase("ALL")
        && words.get(1).equalsIgnoreCase("PRIVILEGES")) {
      words.remove(1);
    }
    return new Named(String.join(" ", words).toUpperCase(Locale.ROOT), columns());
  }

  private List<String> columns() {
    if (!in.at("(")) {
      return List.of();
    }
    return TokenCursor.split(in.parenthesized()).stream()
        .map(part -> new TokenCursor(part).name())
        .toList();
  }

  /** {@code class::name}, or an object's name alone. */
  private Target target() {
    Token second = in.look(1);
    Token third = in.look(2);
    boolean hasClass = second != null && second.is(":") && third != null && third.is(":");
    String kind = "OBJECT";
    if (hasClass) {
      kind = in.next().text().toUpperCase(Locale.ROOT);
      in.next();
      in.next();
    }
    return new Target(kind, in.qualifiedName(), columns());
  }
}
