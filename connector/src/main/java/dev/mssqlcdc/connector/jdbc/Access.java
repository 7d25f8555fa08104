package dev.mssqlcdc.connector.jdbc;

import dev.mssqlcdc.connector.core.Grants;
import dev.mssqlcdc.connector.core.SourceException;
import dev.mssqlcdc.connector.core.TableId;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds out which rights the login lacks. The server hides a capture instance from who may not read
 * all of its captured columns or is outside its role, so an instance that is listed lacks the grant
 * on its change table at most.
 */
public final class Access {

  /** A column of every change table; others may be excluded, even for a type nobody can read. */
  private static final String ANY_CAPTURED = "__$start_lsn";

  private final SourceConnection connection;
  private final Catalog catalog;

  Access(SourceConnection connection, Catalog catalog) {
    this.connection = connection;
    this.catalog = catalog;
  }

  /** The login's name as a user of the database, which grants are made to. */
  public String user() {
    return connection.query(
        "asking for the user's name",
        "SELECT USER_NAME()",
        SourceConnection.NOTHING,
        result -> {
          result.next();
          return result.getString(1);
        });
  }

  /**
   * The statements that would let the login read a table by a capture instance.
   *
   * @param instance the instance, or the name that one probably has
   * @return empty when no right is missing, or nothing is known of the table
   * @throws SourceException when the source cannot answer
   */
  public List<String> missing(TableId table, String instance) {
    boolean listed = catalog.instances().stream().anyMatch(i -> i.table().equals(table));
    return listed ? ofListed(instance) : ofHidden(table, instance);
  }

  /** The grant that a listed instance lacks. */
  public List<String> ofListed(String instance) {
    String object = RowQueries.changeTable(instance);
    return isDenied(object, ANY_CAPTURED) ? List.of(Grants.select(object, user())) : List.of();
  }

  private List<String> ofHidden(TableId table, String instance) {
    List<String> missing = new ArrayList<>();
    if (isDenied(table.quoted(), "*")) {
      missing.add(Grants.select(table.quoted(), user()));
    } else if (isTracked(table)) {
      missing.add(Grants.membership(table, user()));
    }
    missing.addAll(ofListed(instance));
    return missing;
  }

  private boolean isTracked(TableId table) {
    return catalog.tables().stream().anyMatch(t -> t.id().equals(table) && t.isTracked());
  }

  /** Whether the server refuses to read an object that is there. */
  private boolean isDenied(String object, String columns) {
    try {
      connection.query(
          "reading " + object,
          "SELECT TOP 0 " + columns + " FROM " + object,
          SourceConnection.NOTHING,
          ResultSet::next);
      return false;
    } catch (SourceException e) {
      switch (e.kind()) {
        case PERMISSION -> {
          return true;
        }
        case MISSING_OBJECT -> {
          return false;
        }
        default -> throw e;
      }
    }
  }
}
