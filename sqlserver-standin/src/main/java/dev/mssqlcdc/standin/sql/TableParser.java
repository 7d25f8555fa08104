package dev.mssqlcdc.standin.sql;

import dev.mssqlcdc.standin.model.Collation;
import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.model.SqlType;
import dev.mssqlcdc.standin.sql.ColumnSpec.Identity;
import dev.mssqlcdc.standin.sql.ConstraintSpec.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads column definitions and table constraints. */
public final class TableParser {
  private final List<ColumnSpec> columns = new ArrayList<>();
  private final List<ConstraintSpec> constraints = new ArrayList<>();

  private TableParser() {}

  /**
   * Parses a comma-separated list of definitions.
   *
   * @throws SqlError for a clause that the stand-in does not know
   */
  public static TableSpec parse(List<Token> definitions) {
    TableParser parser = new TableParser();
    for (List<Token> definition : TokenCursor.split(definitions)) {
      TokenCursor in = new TokenCursor(definition);
      if (in.at("CONSTRAINT")
          || in.at("PRIMARY")
          || in.at("UNIQUE")
          || in.at("FOREIGN")
          || in.at("CHECK")
          || in.at("DEFAULT")
          || in.at("INDEX")) {
        parser.tableConstraint(in);
      } else {
        parser.column(in);
      }
    }
    return new TableSpec(List.copyOf(parser.columns), List.copyOf(parser.constraints));
  }

  /** Reads one constraint, named or not, of the whole table. */
  private void tableConstraint(TokenCursor in) {
    Optional<String> name = in.accept("CONSTRAINT") ? Optional.of(in.name()) : Optional.empty();
    if (in.accept("DEFAULT")) {
      List<Token> expression = defaultValue(in);
      in.expect("FOR");
      constraints.add(new ConstraintSpec(Kind.DEFAULT, name, List.of(in.name()), expression));
      end(in);
      return;
    }
    Kind kind = kind(in);
    if (kind == Kind.CHECK) {
      constraints.add(new ConstraintSpec(kind, name, List.of(), checkCondition(in)));
      return;
    }
    clustering(in);
    List<String> keyColumns = keyColumns(in.parenthesized());
    List<Token> references = kind == Kind.FOREIGN_KEY ? references(in) : List.of();
    indexOptions(in);
    end(in);
    constraints.add(new ConstraintSpec(kind, name, keyColumns, references));
  }

  private static Kind kind(TokenCursor in) {
    if (in.accept("PRIMARY", "KEY")) {
      return Kind.PRIMARY_KEY;
    }
    if (in.accept("UNIQUE")) {
      return Kind.UNIQUE;
    }
    if (in.accept("FOREIGN", "KEY")) {
      return Kind.FOREIGN_KEY;
    }
    in.expect("CHECK");
    return Kind.CHECK;
  }

  private static List<Token> checkCondition(TokenCursor in) {
    int start = in.position();
    in.parenthesized();
    return in.since(start);
  }

  private static void clustering(TokenCursor in) {
    if (!in.accept("CLUSTERED")) {
      in.accept("NONCLUSTERED");
    }
  }

  /** The names of an index's columns; H2 keeps them ascending, which no result depends on. */
  static List<String> keyColumns(List<Token> tokens) {
    return TokenCursor.split(tokens).stream().map(part -> part.get(0).text()).toList();
  }

  private static List<Token> references(TokenCursor in) {
    int start = in.position();
    in.expect("REFERENCES");
    in.qualifiedName();
    if (in.at("(")) {
      in.parenthesized();
    }
    while (in.accept("ON")) {
      in.next();
      in.next();
      boolean twoWords = in.at("ACTION") || in.at("NULL") || in.at("DEFAULT");
      if (twoWords) {
        in.next();
      }
    }
    return in.since(start);
  }

  private static void indexOptions(TokenCursor in) {
    if (in.accept("WITH")) {
      in.parenthesized();
    }
    if (in.accept("ON")) {
      in.name();
    }
  }

  private static void end(TokenCursor in) {
    if (in.hasMore()) {
      throw in.unexpected();
    }
  }

  private void column(TokenCursor in) {
    String name = in.name();
    if (in.accept("AS")) {
      int start = in.position();
      while (in.hasMore() && !in.at("PERSISTED")) {
        in.next();
      }
      List<Token> expression = in.since(start);
      if (in.accept("PERSISTED")) {
        in.accept("NOT", "NULL");
      }
      end(in);
      columns.add(
          new ColumnSpec(
              name,
              Optional.empty(),
              expression,
              Optional.empty(),
              Optional.empty(),
              List.of(),
              Optional.empty()));
      return;
    }
    Attributes attributes = new Attributes(name, TypeParser.parse(in));
    while (in.hasMore()) {
      attribute(in, attributes);
    }
    columns.add(attributes.toSpec());
  }

  private void attribute(TokenCursor in, Attributes column) {
    if (in.accept("NOT", "NULL")) {
      column.nullable = Optional.of(false);
    } else if (in.accept("NULL")) {
      column.nullable = Optional.of(true);
    } else if (in.accept("IDENTITY")) {
      column.identity = Optional.of(identity(in));
    } else if (in.accept("DEFAULT")) {
      column.defaultValue = defaultValue(in);
    } else if (in.accept("COLLATE")) {
      column.type = column.type.withCollation(Collation.of(in.name()));
    } else if (in.accept("CONSTRAINT")) {
      String name = in.name();
      if (in.accept("DEFAULT")) {
        column.defaultValue = defaultValue(in);
        column.defaultName = Optional.of(name);
      } else {
        columnConstraint(in, column, Optional.of(name));
      }
    } else if (!in.accept("ROWGUIDCOL") && !in.accept("SPARSE")) {
      columnConstraint(in, column, Optional.empty());
    }
  }

  private void columnConstraint(TokenCursor in, Attributes column, Optional<String> name) {
    if (in.at("REFERENCES") || in.accept("FOREIGN", "KEY")) {
      constraints.add(
          new ConstraintSpec(Kind.FOREIGN_KEY, name, List.of(column.name), references(in)));
      return;
    }
    Kind kind = kind(in);
    if (kind == Kind.CHECK) {
      constraints.add(new ConstraintSpec(kind, name, List.of(), checkCondition(in)));
      return;
    }
    clustering(in);
    indexOptions(in);
    constraints.add(new ConstraintSpec(kind, name, List.of(column.name), List.of()));
  }

  private static Identity identity(TokenCursor in) {
    if (!in.at("(")) {
      return new Identity(1, 1);
    }
    List<List<Token>> arguments = TokenCursor.split(in.parenthesized());
    return new Identity(integer(arguments.get(0)), integer(arguments.get(1)));
  }

  private static long integer(List<Token> tokens) {
    StringBuilder text = new StringBuilder();
    tokens.forEach(token -> text.append(token.text()));
    return Long.parseLong(text.toString());
  }

  private static List<Token> defaultValue(TokenCursor in) {
    int start = in.position();
    if (in.at("(")) {
      in.parenthesized();
      return in.since(start);
    }
    in.accept("-");
    in.next();
    if (in.at("(")) {
      in.parenthesized();
    }
    return in.since(start);
  }

  private static final class Attributes {
    private final String name;
    private SqlType type;
    private Optional<Boolean> nullable = Optional.empty();
    private Optional<Identity> identity = Optional.empty();
    private List<Token> defaultValue = List.of();
    private Optional<String> defaultName = Optional.empty();

    Attributes(String name, SqlType type) {
      this.name = name;
      this.type = type;
    }

    ColumnSpec toSpec() {
      return new ColumnSpec(
          name, Optional.of(type), List.of(), nullable, identity, defaultValue, defaultName);
    }
  }
}
