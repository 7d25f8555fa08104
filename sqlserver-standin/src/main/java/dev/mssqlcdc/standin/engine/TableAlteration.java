package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.catalog.ColumnDef;
import dev.mssqlcdc.standin.catalog.ComparedKey;
import dev.mssqlcdc.standin.catalog.KeyDef;
import dev.mssqlcdc.standin.catalog.NewTable;
import dev.mssqlcdc.standin.catalog.TableBuilder;
import dev.mssqlcdc.standin.catalog.TableDef;
import dev.mssqlcdc.standin.model.Collation;
import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.model.SqlType;
import dev.mssqlcdc.standin.sql.H2Types;
import dev.mssqlcdc.standin.sql.TableParser;
import dev.mssqlcdc.standin.sql.Token;
import dev.mssqlcdc.standin.sql.TokenCursor;
import dev.mssqlcdc.standin.sql.TypeParser;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** ALTER TABLE, with what change data capture notes about it. */
final class TableAlteration {
  private final Session session;
  private final Database database;
  private final Function<List<Token>, String> expressions;
  private final String text;

  TableAlteration(Session session, Function<List<Token>, String> expressions, String text) {
    this.session = session;
    this.database = session.database();
    this.expressions = expressions;
    this.text = text;
  }

  private record Alteration(TableDef after, List<String> statements, Optional<Integer> retyped) {}

  void run(TokenCursor in) throws SQLException {
    TableDef named = database.table(in.qualifiedName());
    session.alone(
        named,
        () -> {
          // another session may have altered it while this one waited
          TableDef before = database.catalog().byId(named.objectId()).orElseThrow();
          Alteration alteration = plan(in, before);
          database.administer(alteration.statements());
          TableDef after = alteration.after();
          database.administer(database.cdc().triggers(after));
          database.catalog().put(after);
          database.cdc().altered(after, text, alteration.retyped());
          return null;
        });
  }

  private Alteration plan(TokenCursor in, TableDef before) throws SQLException {
    if (in.accept("WITH")) {
      in.next();
    }
    if (in.accept("ADD")) {
      NewTable added =
          new TableBuilder(expressions)
              .add(
                  before,
                  new ComputedTypes(database, expressions)
                      .of(
                          TableBuilder.h2Name(before),
                          TableParser.parse(rest(in)).within(database.collation())));
      return new Alteration(added.definition(), added.statements(), Optional.empty());
    }
    if (in.accept("DROP", "CONSTRAINT")) {
      return dropConstraint(in, before);
    }
    if (in.accept("DROP", "COLUMN")) {
      return dropColumns(in, before);
    }
    if (in.accept("ALTER", "COLUMN")) {
      return alterColumn(in, before);
    }
    throw SqlError.notSupported("this ALTER TABLE", text);
  }

  private static List<Token> rest(TokenCursor in) {
    int start = in.position();
    while (in.hasMore()) {
      in.next();
    }
    return in.since(start);
  }

  private Alteration dropConstraint(TokenCursor in, TableDef before) {
    in.accept("IF", "EXISTS");
    String name = in.name();
    before.key(name).ifPresent(TrackedTable.of(database, before)::requireDroppable);
    return new Alteration(
        ConstraintDrops.without(before, name),
        List.of(alter(before) + ConstraintDrops.clause(before, name)),
        Optional.empty());
  }

  private Alteration dropColumns(TokenCursor in, TableDef before) {
    in.accept("IF", "EXISTS");
    List<ColumnDef> left = new ArrayList<>(before.columns());
    List<String> statements = new ArrayList<>();
    do {
      in.accept("COLUMN");
      ColumnDef column = column(before, in.name());
      refuseKeyColumn(before, column, "DROP COLUMN");
      left.remove(column);
      statements.addAll(ComparedKey.removal(before, column));
      statements.add(alter(before) + " DROP COLUMN " + H2Types.quote(column.name()));
    } while (in.accept(","));
    return new Alteration(
        before.withColumns(left, before.lastColumnId()), statements, Optional.empty());
  }

  private Alteration alterColumn(TokenCursor in, TableDef before) {
    ColumnDef column = column(before, in.name());
    SqlType type = TypeParser.parse(in);
    if (in.accept("COLLATE")) {
      type = type.withCollation(Collation.of(in.name()).within(database.collation().rule()));
    }
    boolean nullable = !in.accept("NOT", "NULL");
    in.accept("NULL");
    if (in.hasMore()) {
      throw in.unexpected();
    }
    boolean retyped = !type.equals(column.type());
    if (retyped) {
      refuseKeyColumn(before, column, "ALTER COLUMN");
    }
    String head = alter(before) + " ALTER COLUMN " + H2Types.quote(column.name());
    List<String> statements = new ArrayList<>();
    if (retyped) {
      statements.addAll(ComparedKey.removal(before, column));
      statements.add(head + " SET DATA TYPE " + H2Types.of(type));
    }
    if (nullable != column.nullable()) {
      statements.add(head + (nullable ? " DROP NOT NULL" : " SET NOT NULL"));
    }
    return new Alteration(
        before.withColumn(column.withType(type, nullable)),
        statements,
        retyped ? Optional.of(column.id()) : Optional.empty());
  }

  private static void refuseKeyColumn(TableDef table, ColumnDef column, String action) {
    for (KeyDef key : table.keys()) {
      if (key.columns().stream().anyMatch(column.name()::equalsIgnoreCase)) {
        throw SqlError.of(
            4922,
            "ALTER TABLE "
                + action
                + " "
                + column.name()
                + " failed because one or more objects access this column: '"
                + key.name()
                + "'.");
      }
    }
  }

  private static ColumnDef column(TableDef table, String name) {
    return table
        .column(name)
        .orElseThrow(
            () ->
                SqlError.of(
                    4924,
                    "ALTER TABLE failed because column '"
                        + name
                        + "' does not exist in table '"
                        + table.name()
                        + "'."));
  }

  private static String alter(TableDef table) {
    return "ALTER TABLE " + TableBuilder.h2Name(table);
  }
}
