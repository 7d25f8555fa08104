package dev.mssqlcdc.lake;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a table of an older release to this one, one migration per commit. What a crashed or a
 * faster process has done already is taken as it is, so running it twice does no harm.
 */
final class Migrator<T extends LakeTable> {

  private static final Logger LOG = LoggerFactory.getLogger(Migrator.class);

  private final TableEngine<T> engine;
  private final TableKind kind;
  private final Migrations migrations;

  Migrator(TableEngine<T> engine, TableKind kind, Migrations migrations) {
    this.engine = engine;
    this.kind = kind;
    this.migrations = migrations;
  }

  /**
   * @param backoff how long others may come first
   * @return the table at the latest version or a newer one
   */
  T migrate(T table, Backoff backoff) {
    T at = table;
    while (true) {
      TableVersion version = TableVersion.of(at, kind, migrations);
      version.refuseIfTooNew();
      if (!version.isOlder()) {
        return at;
      }
      Optional<T> after = step(at, version.stamped() + 1);
      at = after.isPresent() ? after.get() : reread(at, backoff);
    }
  }

  private Optional<T> step(T table, int version) {
    Map<String, String> properties = migrations.propertiesAt(version);
    List<Column> missing =
        migrations.to(version).missingIn("table " + table.path(), table.columnTypes());
    Optional<T> after = engine.change(table, missing, properties);
    after.ifPresent(
        changed ->
            LOG.info("table {} is migrated to version {} of kind {}", table.path(), version, kind));
    return after;
  }

  private T reread(T table, Backoff backoff) {
    if (!backoff.sleep()) {
      throw new LakeException(
          "table %s could not be migrated: other processes always committed first; trying again later"
              .formatted(table.path()));
    }
    return engine
        .find(table.path())
        .orElseThrow(
            () -> new LakeException("table %s is gone, it was migrated".formatted(table.path())));
  }
}
