package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.security.Permission;
import java.util.Set;

/**
 * What a statement does with one object.
 *
 * @param columns the column_ids that it names; empty if it names none, as INSERT and DELETE
 */
record Access(Permission permission, String schema, String object, Set<Integer> columns) {
  Access {
    columns = Set.copyOf(columns);
  }
}
