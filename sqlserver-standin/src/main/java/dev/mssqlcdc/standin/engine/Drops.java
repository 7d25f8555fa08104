package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.catalog.ColumnDef;
import dev.mssqlcdc.standin.catalog.TableBuilder;
import dev.mssqlcdc.standin.catalog.TableDef;
import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.sql.H2Types;
import dev.mssqlcdc.standin.sql.Token;
import dev.mssqlcdc.standin.sql.TokenCursor;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** DROP and TRUNCATE. */
final class Drops {
  private final Session session;
  private final Database database;
  private final String text;

  Drops(Session session, String text) {
    this.session = session;
    this.database = session.database();
    this.text = text;
  }

  void drop(TokenCursor in) throws SQLException {
    Token what = in.next();
    boolean ifExists = in.accept("IF", "EXISTS");
    if (what.is("TABLE")) {
      for (List<Token> name : TokenCursor.split(rest(in))) {
        dropTable(new TokenCursor(name).qualifiedName(), ifExists);
      }
    } else if (what.is("DATABASE")) {
      String name = in.name();
      Optional<Database> dropped = session.engine().database(name);
      if (dropped.isPresent()) {
        session.transactions().leave(dropped.get());
      }
      if (!ifExists || dropped.isPresent()) {
        session.engine().dropDatabase(name);
      }
    } else if (what.is("INDEX")) {
      String name = in.name();
      in.expect("ON");
      dropIndex(database.table(in.qualifiedName()), name);
    } else if (what.is("VIEW") || what.is("SCHEMA")) {
      String name =
          in.qualifiedName().stream().map(H2Types::quote).collect(Collectors.joining("."));
      database.administer(List.of("DROP " + what.text() + (ifExists ? " IF EXISTS " : " ") + name));
    } else {
      throw SqlError.notSupported("DROP " + what.text(), text);
    }
  }

  private static List<Token> rest(TokenCursor in) {
    int start = in.position();
    while (in.hasMore()) {
      in.next();
    }
    return in.since(start);
  }

  void dropTable(List<String> name, boolean ifExists) throws SQLException {
    Optional<TableDef> found =
        database.catalog().table(Definitions.schema(name), name.get(name.size() - 1));
    if (found.isEmpty()) {
      if (ifExists) {
        return;
      }
      throw SqlError.of(
          3701,
          "Cannot drop the table '"
              + String.join(".", name)
              + "', because it does not exist or you do not have permission.");
    }
    TableDef table = found.get();
    refuseReferenced(table);
    if (!database.cdc().instancesOf(table).isEmpty()) {
      session.waiting(
          waiter -> {
            database.cdc().disableTable(table, "all", waiter);
            return null;
          });
    }
    session.alone(table, () -> administer(List.of("DROP TABLE " + TableBuilder.h2Name(table))));
    database.catalog().remove(table);
  }

  private void refuseReferenced(TableDef table) {
    if (isReferenced(table)) {
      throw SqlError.of(
          3726,
          "Could not drop object '"
              + table.name()
              + "' because it is referenced by a FOREIGN KEY constraint.");
    }
  }

  private boolean isReferenced(TableDef table) {
    return database.catalog().tables().stream()
        .filter(other -> other.objectId() != table.objectId())
        .flatMap(other -> other.constraints().stream())
        .flatMap(constraint -> constraint.reference().stream())
        .anyMatch(reference -> reference.isTo(table));
  }

  private void dropIndex(TableDef table, String name) throws SQLException {
    if (table.key(name).isEmpty()) {
      throw SqlError.of(
          3701,
          "Cannot drop the index '"
              + table.qualifiedName()
              + "."
              + name
              + "', because it does not exist or you do not have permission.");
    }
    TrackedTable.of(database, table).requireDroppable(table.key(name).orElseThrow());
    session.alone(
        table, () -> administer(List.of("DROP INDEX " + Definitions.indexName(table, name))));
    database
        .catalog()
        .put(
            table.withKeys(
                table.keys().stream().filter(k -> !k.name().equalsIgnoreCase(name)).toList()));
  }

  void truncate(TokenCursor in) throws SQLException {
    TableDef table = database.table(in.qualifiedName());
    TrackedTable.of(database, table).requireTruncatable();
    if (isReferenced(table)) {
      throw SqlError.of(
          4712,
          "Cannot truncate table '"
              + table.name()
              + "' because it is being referenced by a FOREIGN KEY constraint.");
    }
    String restart =
        table.columns().stream().anyMatch(ColumnDef::identity) ? " RESTART IDENTITY" : "";
    session.alone(
        table, () -> administer(List.of("TRUNCATE TABLE " + TableBuilder.h2Name(table) + restart)));
  }

  private Void administer(List<String> statements) throws SQLException {
    database.administer(statements);
    return null;
  }
}
