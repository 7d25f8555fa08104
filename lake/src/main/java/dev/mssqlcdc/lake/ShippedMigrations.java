package dev.mssqlcdc.lake;

/**
 * The migrations of every kind, those of past releases and this one's. Add at a list's end; a test
 * holds what was shipped to its hash.
 */
final class ShippedMigrations {

  private ShippedMigrations() {}

  static Migrations of(TableKind kind) {
    return switch (kind) {
      case BRONZE, FACTS, CONTROL, SILVER, HISTORY, REPORTS -> Migrations.NONE;
    };
  }
}
