package dev.mssqlcdc.lake;

/**
 * A table's version against what this release knows.
 *
 * @param stamped migrations that the table has seen
 * @param needed migrations that a program must know to write it
 * @param known migrations that this release knows
 */
record TableVersion(String path, TableKind kind, int stamped, int needed, int known) {

  /**
   * @throws LakeException when a property of the table is no number
   */
  static TableVersion of(LakeTable table, TableKind kind, Migrations known) {
    return new TableVersion(
        table.path(),
        kind,
        number(table, Properties.SCHEMA_VERSION),
        number(table, Properties.MIN_VERSION),
        known.version());
  }

  boolean isOlder() {
    return stamped < known;
  }

  boolean isNewer() {
    return stamped > known;
  }

  String isNewerText() {
    return ("table %s was written by a newer release (version %d of kind %s, this one knows %d): its"
            + " unknown columns are left alone")
        .formatted(path, stamped, kind, known);
  }

  void refuseIfTooNew() {
    if (needed > known) {
      throw new LakeException(
          "table %s needs version %d of kind %s, this release knows %d: upgrade this program"
              .formatted(path, needed, kind, known));
    }
  }

  private static int number(LakeTable table, String property) {
    String text = table.properties().getOrDefault(property, "0");
    if (!text.matches("\\d{1,9}")) {
      throw new LakeException(
          "table %s: property %s is '%s', a whole number expected"
              .formatted(table.path(), property, text));
    }
    return Integer.parseInt(text);
  }
}
