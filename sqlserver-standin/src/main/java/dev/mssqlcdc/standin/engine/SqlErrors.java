package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.catalog.Catalog;
import dev.mssqlcdc.standin.catalog.ComparedKey;
import dev.mssqlcdc.standin.catalog.ConstraintDef;
import dev.mssqlcdc.standin.catalog.KeyDef;
import dev.mssqlcdc.standin.catalog.TableDef;
import dev.mssqlcdc.standin.lock.LockErrors;
import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.sql.Lexer;
import dev.mssqlcdc.standin.sql.Token;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Says in SQL Server's numbers and words what H2 says in its own. */
final class SqlErrors {
  static final int DEADLOCK = LockErrors.DEADLOCK;
  static final int CANCELLED = LockErrors.CANCELLED;
  private static final Pattern QUOTED = Pattern.compile("\"([^\"]*(?:\"\"[^\"]*)*)\"");
  private static final Pattern KEY =
      Pattern.compile(
          "ON \"?([^\".]+)\"?\\.\"?(.+?)\"?\\((.*?)\\)(?: VALUES)? \\((.*)\\)", Pattern.DOTALL);
  private static final Pattern KEY_COMMENT = Pattern.compile("/\\*.*?\\*/\\s*");

  private final Database database;
  private final String statement;

  private SqlErrors(Database database, String statement) {
    this.database = database;
    this.statement = statement;
  }

  /**
   * Translates H2's error about a statement.
   *
   * @param statement the T-SQL text
   */
  static SqlError of(SQLException error, Database database, String statement) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof SqlError known) {
        return known;
      }
    }
    return new SqlErrors(database, statement).translate(error);
  }

  private SqlError translate(SQLException error) {
    String message = first(error);
    return switch (error.getErrorCode()) {
      case 23505 -> duplicateKey(message);
      case 23502 -> nullNotAllowed(message);
      case 23503 -> foreignKeyConflict(false, message);
      case 23506 -> foreignKeyConflict(true, message);
      case 23513 -> checkConflict(message);
      case 42102, 42103, 42104 -> invalidObject(quoted(message, 0));
      case 90079 -> invalidObject(quoted(message, 0));
      case 42122 -> SqlError.of(207, "Invalid column name '" + quoted(message, 0) + "'.");
      case 42000, 42001 -> syntax(message);
      case 42101 ->
          SqlError.of(
              2714,
              "There is already an object named '" + quoted(message, 0) + "' in the database.");
      case 22001 -> tooLong(message);
      case 22003, 22004 ->
          SqlError.of(8115, "Arithmetic overflow error converting expression: " + message);
      case 22012 -> SqlError.of(8134, "Divide by zero error encountered.");
      case 22018 -> SqlError.of(245, "Conversion failed: " + message);
      case 22007 ->
          SqlError.of(
              241, "Conversion failed when converting date and/or time from character string.");
      case 40001 -> LockErrors.deadlock();
      case 50200 -> LockErrors.timedOut();
      case 57014 ->
          SqlError.of(CANCELLED, "The query has been canceled because the client asked for it.");
      default -> SqlError.notSupported("this (" + message + ")", statement);
    };
  }

  private static SqlError tooLong(String message) {
    return message.contains(" DECIMAL(") || message.contains(" NUMERIC(")
        ? SqlError.of(8115, "Arithmetic overflow error converting to data type: " + message)
        : SqlError.of(2628, "String or binary data would be truncated: " + message);
  }

  private static String first(SQLException error) {
    String message = String.valueOf(error.getMessage());
    int end = message.indexOf("; SQL statement:");
    return end < 0 ? message : message.substring(0, end);
  }

  private static String quoted(String message, int index) {
    Matcher matcher = QUOTED.matcher(message);
    for (int i = 0; matcher.find(); i++) {
      if (i == index) {
        return matcher.group(1);
      }
    }
    return message;
  }

  /** SQL Server repeats the name as the statement wrote it, without brackets. */
  private SqlError invalidObject(String name) {
    List<Token> tokens = Lexer.tokens(statement);
    for (int i = tokens.size() - 1; i >= 0; i--) {
      if (tokens.get(i).isName(name)) {
        List<String> parts = new ArrayList<>(List.of(tokens.get(i).text()));
        int at = i;
        while (at >= 2 && tokens.get(at - 1).is(".") && tokens.get(at - 2).isName()) {
          parts.add(0, tokens.get(at - 2).text());
          at -= 2;
        }
        return SqlError.of(208, "Invalid object name '" + String.join(".", parts) + "'.");
      }
    }
    return SqlError.of(208, "Invalid object name '" + name + "'.");
  }

  /** H2 marks with [*] the place it does not understand. */
  private SqlError syntax(String message) {
    int mark = message.indexOf("[*]");
    String near = "";
    if (mark >= 0) {
      Matcher word = Pattern.compile("^\\s*(\\S+)").matcher(message.substring(mark + 3));
      near = word.find() ? word.group(1).replaceAll("[\"']+$", "") : "";
    }
    return new SqlError(
        102,
        15,
        "Incorrect syntax near '"
            + near
            + "', or SQL that is not supported by the stand-in: "
            + statement);
  }

  private SqlError duplicateKey(String message) {
    Matcher matcher = KEY.matcher(message.replace("\"\"", "\""));
    if (!matcher.find()) {
      return SqlError.of(2627, "Violation of UNIQUE KEY constraint. " + message);
    }
    String tableName = matcher.group(2);
    List<String> columns =
        Arrays.stream(matcher.group(3).split(",", -1))
            .map(c -> c.trim().replaceAll("^\"|\"( NULLS.*)?$| NULLS.*$", ""))
            .map(ComparedKey::columnOf)
            .toList();
    Catalog catalog = database.catalog();
    Optional<TableDef> table = catalog.table(matcher.group(1), tableName);
    Optional<KeyDef> key =
        table.flatMap(
            t ->
                t.keys().stream()
                    .filter(k -> k.unique() && sameNames(k.columns(), columns))
                    .findFirst());
    String value = KEY_COMMENT.matcher(matcher.group(4)).replaceAll("").replace("'", "").strip();
    String object = matcher.group(1) + "." + tableName;
    String values = " The duplicate key value is (" + keyValue(value, columns.size()) + ").";
    if (key.isPresent() && key.get().kind() == KeyDef.Kind.UNIQUE_INDEX) {
      return new SqlError(
          2601,
          14,
          "Cannot insert duplicate key row in object '"
              + object
              + "' with unique index '"
              + key.get().name()
              + "'."
              + values);
    }
    boolean primary = key.isPresent() && key.get().kind() == KeyDef.Kind.PRIMARY_KEY;
    return new SqlError(
        2627,
        14,
        "Violation of "
            + (primary ? "PRIMARY KEY" : "UNIQUE KEY")
            + " constraint '"
            + key.map(KeyDef::name).orElse("")
            + "'. Cannot insert duplicate key in object '"
            + object
            + "'."
            + values);
  }

  private static boolean sameNames(List<String> left, List<String> right) {
    return left.size() == right.size()
        && left.stream().allMatch(name -> right.stream().anyMatch(name::equalsIgnoreCase));
  }

  private static String keyValue(String values, int columns) {
    return Arrays.stream(values.split(", ", -1)).limit(columns).collect(Collectors.joining(", "));
  }

  private SqlError nullNotAllowed(String message) {
    String column = quoted(message, 0);
    List<Token> tokens = Lexer.tokens(statement);
    boolean update = !tokens.isEmpty() && tokens.get(0).is("UPDATE");
    return SqlError.of(
        515,
        "Cannot insert the value NULL into column '"
            + column
            + "', table '"
            + database.name()
            + "."
            + target(tokens)
            + "'; column does not allow nulls. "
            + (update ? "UPDATE" : "INSERT")
            + " fails.");
  }

  private static String target(List<Token> tokens) {
    StringBuilder name = new StringBuilder();
    for (int i = 1; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      boolean part = token.isName() && !token.isAny("INTO", "TOP", "SET", "VALUES");
      if (part || token.is(".")) {
        name.append(token.text());
        boolean more = i + 1 < tokens.size() && tokens.get(i + 1).is(".");
        if (!more && part) {
          break;
        }
      }
    }
    return name.indexOf(".") < 0 ? "dbo." + name : name.toString();
  }

  private SqlError checkConflict(String message) {
    if (message.contains("VALUE BETWEEN 0 AND 255")) {
      return SqlError.of(220, "Arithmetic overflow error for data type tinyint.");
    }
    String constraint = constraintName(message);
    Optional<TableDef> table =
        database.catalog().tables().stream()
            .filter(candidate -> candidate.constraint(constraint).isPresent())
            .findFirst();
    String place = table.map(t -> ", table \"" + t.qualifiedName() + "\"").orElse("");
    return conflict(constraint, "CHECK constraint", place);
  }

  private SqlError foreignKeyConflict(boolean parentMissing, String message) {
    String constraint = constraintName(message);
    for (TableDef table : database.catalog().tables()) {
      Optional<ConstraintDef> found = table.constraint(constraint);
      if (found.isPresent() && found.get().reference().isPresent()) {
        ConstraintDef.Reference to = found.get().reference().get();
        String same = to.isTo(table) ? "SAME TABLE " : "";
        List<String> columns = parentMissing ? to.columns() : found.get().columns();
        String other = parentMissing ? to.schema() + "." + to.table() : table.qualifiedName();
        String kind = parentMissing ? "FOREIGN KEY " + same : same + "REFERENCE ";
        return conflict(constraint, kind + "constraint", place(other, columns));
      }
    }
    return conflict(constraint, "FOREIGN KEY constraint", "");
  }

  /** A key of several columns is not spelled out. */
  private static String place(String table, List<String> columns) {
    String column = columns.size() == 1 ? ", column '" + columns.get(0) + "'" : "";
    return ", table \"" + table + "\"" + column;
  }

  private static String constraintName(String message) {
    String constraint = quoted(message, 0);
    int colon = constraint.indexOf(':');
    return (colon < 0 ? constraint : constraint.substring(0, colon)).strip();
  }

  private SqlError conflict(String constraint, String kind, String place) {
    List<Token> tokens = Lexer.tokens(statement);
    String verb = tokens.isEmpty() ? "" : tokens.get(0).text().toUpperCase(Locale.ROOT);
    return SqlError.of(
        547,
        "The "
            + verb
            + " statement conflicted with the "
            + kind
            + " \""
            + constraint
            + "\". The conflict occurred in database \""
            + database.name()
            + "\""
            + place
            + ".");
  }
}
