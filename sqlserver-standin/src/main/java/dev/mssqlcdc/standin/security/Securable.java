package dev.mssqlcdc.standin.security;

import java.util.List;
import java.util.Locale;

/**
 * What a permission is granted on.
 *
 * @param key empty for the server and the database, a schema's name in lower case, an object's key
 * @param column a column_id, 0 for a whole object
 */
public record Securable(Scope scope, String key, int column) {

  public static Securable database() {
    return new Securable(Scope.DATABASE, "", 0);
  }

  public static Securable server() {
    return new Securable(Scope.SERVER, "", 0);
  }

  public static Securable schema(String name) {
    return new Securable(Scope.SCHEMA, name.toLowerCase(Locale.ROOT), 0);
  }

  /** An object: a table by its object_id, so that its grants survive a rename and not a drop. */
  public static Securable object(String key) {
    return new Securable(Scope.OBJECT, key, 0);
  }

  public Securable column(int columnId) {
    return new Securable(scope, key, columnId);
  }

  /** This and everything that contains it within its database, the widest first. */
  public List<Securable> chain(String schemaOfObject) {
    return switch (scope) {
      case SERVER -> List.of(this);
      case DATABASE -> List.of(this);
      case SCHEMA -> List.of(database(), this);
      case OBJECT ->
          column == 0
              ? List.of(database(), schema(schemaOfObject), this)
              : List.of(database(), schema(schemaOfObject), object(key), this);
    };
  }
}
