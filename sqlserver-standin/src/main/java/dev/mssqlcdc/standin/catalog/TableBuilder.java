package dev.mssqlcdc.standin.catalog;

import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.model.SqlType;
import dev.mssqlcdc.standin.model.SqlTypeName;
import dev.mssqlcdc.standin.sql.ColumnSpec;
import dev.mssqlcdc.standin.sql.ConstraintSpec;
import dev.mssqlcdc.standin.sql.H2Types;
import dev.mssqlcdc.standin.sql.TableSpec;
import dev.mssqlcdc.standin.sql.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Turns parsed definitions into catalog entries and H2 statements. */
public final class TableBuilder {
  private static final String NEXT_ROWVERSION = "CAST(NEXT VALUE FOR sys.rowversions AS BINARY(8))";

  private final Function<List<Token>, String> expressions;

  /**
   * @param expressions rewrites a T-SQL expression for H2
   */
  public TableBuilder(Function<List<Token>, String> expressions) {
    this.expressions = expressions;
  }

  /** Builds a new table. */
  public NewTable create(int objectId, String schema, String name, TableSpec spec) {
    TableDef table = new TableDef(objectId, schema, name, List.of(), List.of(), 0);
    List<String> parts = new ArrayList<>();
    for (ColumnSpec column : spec.columns()) {
      table = withColumn(table, column);
      parts.add(columnClause(column));
    }
    parts.addAll(comparedKeys(spec));
    for (ConstraintSpec constraint : spec.constraints()) {
      String constraintName = name(table, constraint);
      parts.add(constraintClause(table, constraintName, constraint));
      table = withConstraint(table, constraintName, constraint);
    }
    List<String> statements =
        List.of("CREATE TABLE " + h2Name(table) + " (" + String.join(", ", parts) + ")");
    return new NewTable(table, statements);
  }

  private static List<String> comparedKeys(TableSpec spec) {
    return spec.columns().stream()
        .filter(column -> ComparedKey.isNeeded(column.type().orElseThrow()))
        .filter(column -> spec.constraints().stream().anyMatch(c -> isUnique(c, column.name())))
        .map(column -> ComparedKey.clause(column.name(), column.type().orElseThrow()))
        .toList();
  }

  private static boolean isKey(ConstraintSpec constraint) {
    return constraint.kind() == ConstraintSpec.Kind.PRIMARY_KEY
        || constraint.kind() == ConstraintSpec.Kind.UNIQUE;
  }

  private static boolean isUnique(ConstraintSpec constraint, String column) {
    return isKey(constraint) && constraint.columns().stream().anyMatch(column::equalsIgnoreCase);
  }

  /** Adds columns and constraints to a table. */
  public NewTable add(TableDef before, TableSpec spec) {
    TableDef table = before;
    List<String> statements = new ArrayList<>();
    for (ColumnSpec column : spec.columns()) {
      if (table.column(column.name()).isPresent()) {
        throw SqlError.of(
            2705,
            "Column names in each table must be unique. Column name '"
                + column.name()
                + "' in table '"
                + table.qualifiedName()
                + "' is specified more than once.");
      }
      statements.add(
          "ALTER TABLE " + h2Name(table) + " ADD COLUMN " + columnClause(column) + after(table));
      table = withColumn(table, column);
    }
    for (ConstraintSpec constraint : spec.constraints()) {
      String constraintName = name(table, constraint);
      if (isKey(constraint)) {
        statements.addAll(ComparedKey.additions(table, constraint.columns()));
      }
      statements.add("ALTER TABLE " + h2Name(table) + added(table, constraintName, constraint));
      table = withConstraint(table, constraintName, constraint);
    }
    return new NewTable(table, statements);
  }

  /** Keeps columns that only H2 knows behind the table's own. */
  private static String after(TableDef table) {
    boolean compares = table.columns().stream().anyMatch(c -> ComparedKey.isNeeded(c.type()));
    ColumnDef last = table.columns().get(table.columns().size() - 1);
    return compares ? " AFTER " + H2Types.quote(last.name()) : "";
  }

  private String added(TableDef table, String constraintName, ConstraintSpec spec) {
    return spec.kind() == ConstraintSpec.Kind.DEFAULT
        ? " ALTER COLUMN "
            + H2Types.quote(spec.columns().get(0))
            + " SET DEFAULT "
            + expressions.apply(spec.rest())
        : " ADD " + constraintClause(table, constraintName, spec);
  }

  /** The table's name in H2. */
  public static String h2Name(TableDef table) {
    return H2Types.quote(table.schema()) + "." + H2Types.quote(table.name());
  }

  private TableDef withColumn(TableDef table, ColumnSpec spec) {
    int id = table.lastColumnId() + 1;
    SqlType type = spec.type().orElseThrow();
    boolean notNull =
        spec.identity().isPresent()
            || type.name() == SqlTypeName.ROWVERSION
            || !spec.nullable().orElse(true);
    List<ColumnDef> columns = new ArrayList<>(table.columns());
    columns.add(
        new ColumnDef(
            id, spec.name(), type, !notNull, spec.identity().isPresent(), spec.isComputed()));
    TableDef more = table.withColumns(columns, id);
    return spec.defaultValue().isEmpty() ? more : more.withConstraint(defaultOf(table, spec));
  }

  private static ConstraintDef defaultOf(TableDef table, ColumnSpec spec) {
    String generated =
        String.format(
            Locale.ROOT,
            "%08X",
            31 * table.objectId() + spec.name().toLowerCase(Locale.ROOT).hashCode());
    String name =
        spec.defaultName().orElse("DF__" + table.name() + "__" + spec.name() + "__" + generated);
    return new ConstraintDef(
        name,
        ConstraintDef.Kind.DEFAULT,
        spec.defaultName().isEmpty(),
        List.of(spec.name()),
        DefaultText.of(spec.defaultValue()),
        Optional.empty());
  }

  private static String parenthesized(List<Token> tokens) {
    String text = Token.text(tokens);
    return text.startsWith("(") && text.endsWith(")") ? text : "(" + text + ")";
  }

  private String columnClause(ColumnSpec spec) {
    StringBuilder clause = new StringBuilder(H2Types.quote(spec.name()));
    SqlType type = spec.type().orElseThrow();
    clause.append(' ').append(H2Types.of(type));
    if (spec.isComputed()) {
      clause.append(" GENERATED ALWAYS AS ").append(expressions.apply(spec.computed()));
      return clause.toString();
    }
    spec.identity()
        .ifPresent(
            identity ->
                clause
                    .append(" GENERATED BY DEFAULT AS IDENTITY (START WITH ")
                    .append(identity.seed())
                    .append(" INCREMENT BY ")
                    .append(identity.increment())
                    .append(')'));
    if (type.name() == SqlTypeName.ROWVERSION) {
      clause.append(" DEFAULT " + NEXT_ROWVERSION + " ON UPDATE " + NEXT_ROWVERSION);
    } else if (!spec.defaultValue().isEmpty()) {
      clause.append(" DEFAULT ").append(expressions.apply(spec.defaultValue()));
    }
    if (!spec.nullable().orElse(true) || type.name() == SqlTypeName.ROWVERSION) {
      clause.append(" NOT NULL");
    }
    return clause.toString();
  }

  private static String name(TableDef table, ConstraintSpec spec) {
    String prefix =
        switch (spec.kind()) {
          case PRIMARY_KEY -> "PK__";
          case UNIQUE -> "UQ__";
          case FOREIGN_KEY -> "FK__";
          case CHECK -> "CK__";
          case DEFAULT -> "DF__";
        };
    int ordinal = table.keys().size() + spec.columns().hashCode() + spec.rest().hashCode();
    return spec.name()
        .orElseGet(
            () ->
                prefix
                    + table.name()
                    + "__"
                    + String.format(Locale.ROOT, "%08X", 31 * table.objectId() + ordinal));
  }

  private String constraintClause(TableDef table, String name, ConstraintSpec spec) {
    String columns =
        spec.columns().stream().map(H2Types::quote).collect(Collectors.joining(", ", "(", ")"));
    String body =
        switch (spec.kind()) {
          case PRIMARY_KEY -> "PRIMARY KEY " + ComparedKey.indexed(table, spec.columns());
          case UNIQUE -> "UNIQUE NULLS NOT DISTINCT " + ComparedKey.indexed(table, spec.columns());
          case FOREIGN_KEY -> "FOREIGN KEY " + columns + " " + expressions.apply(spec.rest());
          case CHECK -> "CHECK " + expressions.apply(spec.rest());
          case DEFAULT -> throw SqlError.notSupported("DEFAULT as a table constraint", name);
        };
    return "CONSTRAINT " + H2Types.quote(name) + " " + body;
  }

  private static TableDef withConstraint(TableDef table, String name, ConstraintSpec spec) {
    Optional<KeyDef.Kind> kind =
        switch (spec.kind()) {
          case PRIMARY_KEY -> Optional.of(KeyDef.Kind.PRIMARY_KEY);
          case UNIQUE -> Optional.of(KeyDef.Kind.UNIQUE_CONSTRAINT);
          case FOREIGN_KEY, CHECK, DEFAULT -> Optional.empty();
        };
    if (kind.isEmpty()) {
      return table.withConstraint(constraint(name, spec));
    }
    TableDef result = table;
    List<String> columns = new ArrayList<>();
    for (String columnName : spec.columns()) {
      ColumnDef column =
          table
              .column(columnName)
              .orElseThrow(
                  () ->
                      SqlError.of(
                          1911,
                          "Column name '"
                              + columnName
                              + "' does not exist in the target table or view."));
      columns.add(column.name());
      if (kind.get() == KeyDef.Kind.PRIMARY_KEY) {
        result = result.withColumn(column.asNotNull());
      }
    }
    return result.withKey(new KeyDef(name, kind.get(), columns));
  }

  private static String definition(ConstraintDef.Kind kind, ConstraintSpec spec) {
    return switch (kind) {
      case FOREIGN_KEY -> "";
      case CHECK -> parenthesized(spec.rest());
      case DEFAULT -> DefaultText.of(spec.rest());
    };
  }

  private static ConstraintDef constraint(String name, ConstraintSpec spec) {
    ConstraintDef.Kind kind = ConstraintDef.Kind.valueOf(spec.kind().name());
    boolean foreign = kind == ConstraintDef.Kind.FOREIGN_KEY;
    return new ConstraintDef(
        name,
        kind,
        spec.name().isEmpty(),
        spec.columns(),
        definition(kind, spec),
        foreign ? Optional.of(ForeignKeys.reference(spec.rest())) : Optional.empty());
  }
}
