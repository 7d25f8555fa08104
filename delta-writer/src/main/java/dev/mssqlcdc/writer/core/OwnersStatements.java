package dev.mssqlcdc.writer.core;

import dev.mssqlcdc.lake.DeltaType;

/** Statements that the owner of a table runs, as the messages that ask for them quote them. */
final class OwnersStatements {

  private OwnersStatements() {}

  static String allowWidening(String path) {
    return setProperty(path, "delta.enableTypeWidening", "true");
  }

  static String allowColumnMapping(String path) {
    return setProperty(path, "delta.columnMapping.mode", "name");
  }

  /** Moves a column out of the way of one with its name and another type. */
  static String renameByType(String path, String column, DeltaType type) {
    String suffix = type.name().replaceAll("\\W+", "_").replaceAll("_$", "");
    return "%s RENAME COLUMN %s TO %s"
        .formatted(alter(path), quoted(column), quoted(column + "_" + suffix));
  }

  private static String setProperty(String path, String key, String value) {
    return "%s SET TBLPROPERTIES ('%s' = '%s')".formatted(alter(path), key, value);
  }

  private static String alter(String path) {
    return "ALTER TABLE delta." + quoted(path);
  }

  private static String quoted(String name) {
    return "`" + name.replace("`", "``") + "`";
  }
}
