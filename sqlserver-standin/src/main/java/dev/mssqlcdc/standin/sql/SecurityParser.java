package dev.mssqlcdc.standin.sql;

import dev.mssqlcdc.standin.model.SqlError;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads the statements about logins, users and roles. */
final class SecurityParser {
  private static final List<String> KINDS = List.of("LOGIN", "USER", "ROLE");

  private final TokenCursor in;

  private SecurityParser(TokenCursor in) {
    this.in = in;
  }

  /** The statement here, if it is one of these. */
  static Optional<SecurityCommand> parse(TokenCursor in) {
    SecurityParser parser = new SecurityParser(in);
    if (in.at("GRANT") || in.at("DENY") || in.at("REVOKE")) {
      return Optional.of(new PermissionParser(in).parse());
    }
    if (in.accept("REVERT")) {
      return Optional.of(new SecurityCommand.Revert());
    }
    if (in.at("EXEC", "AS") || in.at("EXECUTE", "AS")) {
      return Optional.of(parser.executeAs());
    }
    Token what = in.look(1);
    boolean principal = what != null && what.isAny(KINDS);
    if (principal && in.accept("CREATE")) {
      return Optional.of(parser.create());
    }
    if (in.at("ALTER", "SERVER", "ROLE") || (principal && in.at("ALTER"))) {
      in.next();
      return Optional.of(parser.alter());
    }
    if (principal && in.accept("DROP")) {
      return Optional.of(parser.drop());
    }
    return Optional.empty();
  }

  private SecurityCommand executeAs() {
    in.next();
    in.next();
    boolean login = in.at("LOGIN");
    if (!login && !in.at("USER")) {
      throw SqlError.notSupported("EXECUTE AS " + in.peek().text(), "EXECUTE AS");
    }
    in.next();
    in.expect("=");
    String name = string();
    if (in.at("WITH")) {
      throw SqlError.notSupported("EXECUTE AS ... WITH", "EXECUTE AS");
    }
    return new SecurityCommand.ExecuteAs(login, name);
  }

  private SecurityCommand create() {
    if (in.accept("LOGIN")) {
      String name = in.name();
      if (!in.at("WITH")) {
        throw SqlError.notSupported("CREATE LOGIN without a password", "CREATE LOGIN " + name);
      }
      return new SecurityCommand.CreateLogin(name, loginOptions());
    }
    if (in.accept("ROLE")) {
      String name = in.name();
      if (in.accept("AUTHORIZATION") && !in.name().equalsIgnoreCase("dbo")) {
        throw SqlError.notSupported("a role that dbo does not own", "CREATE ROLE " + name);
      }
      return new SecurityCommand.CreateRole(name);
    }
    in.expect("USER");
    String name = in.name();
    Optional<String> login = Optional.of(name);
    if (in.accept("FOR", "LOGIN") || in.accept("FROM", "LOGIN")) {
      login = Optional.of(in.name());
    } else if (in.accept("WITHOUT", "LOGIN")) {
      login = Optional.empty();
    }
    return new SecurityCommand.CreateUser(name, login, userOptions("DEFAULT_SCHEMA"));
  }

  private SecurityCommand alter() {
    boolean server = in.accept("SERVER");
    if (in.accept("LOGIN")) {
      String name = in.name();
      if (in.accept("ENABLE")) {
        return new SecurityCommand.AlterLogin(name, noOptions(), Optional.of(true));
      }
      if (in.accept("DISABLE")) {
        return new SecurityCommand.AlterLogin(name, noOptions(), Optional.of(false));
      }
      return new SecurityCommand.AlterLogin(name, loginOptions(), Optional.empty());
    }
    if (in.accept("USER")) {
      return alterUser();
    }
    in.expect("ROLE");
    String role = in.name();
    if (!server && in.accept("WITH", "NAME")) {
      in.expect("=");
      return new SecurityCommand.RenameRole(role, in.name());
    }
    boolean add = in.accept("ADD");
    if (!add) {
      in.expect("DROP");
    }
    in.expect("MEMBER");
    return new SecurityCommand.AlterMember(server, role, in.name(), add);
  }

  private SecurityCommand alterUser() {
    String name = in.name();
    Optional<String> newName = Optional.empty();
    Optional<String> login = Optional.empty();
    Optional<String> schema = Optional.empty();
    in.expect("WITH");
    do {
      String option = in.next().text().toUpperCase(Locale.ROOT);
      in.expect("=");
      switch (option) {
        case "NAME" -> newName = Optional.of(in.name());
        case "LOGIN" -> login = Optional.of(in.name());
        case "DEFAULT_SCHEMA" -> schema = Optional.of(in.name());
        default -> throw SqlError.notSupported("ALTER USER WITH " + option, "ALTER USER " + name);
      }
    } while (in.accept(","));
    return new SecurityCommand.AlterUser(name, newName, login, schema);
  }

  private SecurityCommand drop() {
    Token what = in.next();
    boolean ifExists = in.accept("IF", "EXISTS");
    String name = in.name();
    if (what.is("LOGIN")) {
      return new SecurityCommand.DropLogin(name);
    }
    return what.is("USER")
        ? new SecurityCommand.DropUser(name, ifExists)
        : new SecurityCommand.DropRole(name, ifExists);
  }

  private static SecurityCommand.LoginOptions noOptions() {
    return new SecurityCommand.LoginOptions(Optional.empty(), Optional.empty());
  }

  private SecurityCommand.LoginOptions loginOptions() {
    Optional<String> password = Optional.empty();
    Optional<String> database = Optional.empty();
    in.expect("WITH");
    do {
      String option = in.next().text().toUpperCase(Locale.ROOT);
      in.expect("=");
      switch (option) {
        case "PASSWORD" -> password = Optional.of(string());
        case "DEFAULT_DATABASE" -> database = Optional.of(in.name());
        case "CHECK_POLICY", "CHECK_EXPIRATION", "DEFAULT_LANGUAGE" -> in.next();
        default -> throw SqlError.notSupported("the login option " + option, "LOGIN");
      }
    } while (in.accept(","));
    return new SecurityCommand.LoginOptions(password, database);
  }

  private Optional<String> userOptions(String option) {
    if (!in.accept("WITH")) {
      return Optional.empty();
    }
    if (!in.at(option)) {
      throw SqlError.notSupported("the user option " + in.peek().text(), "USER");
    }
    in.next();
    in.expect("=");
    return Optional.of(in.name());
  }

  private String string() {
    if (!in.hasMore() || in.peek().kind() != Token.Kind.STRING) {
      throw in.unexpected();
    }
    return in.next().text();
  }
}
