package dev.mssqlcdc.lake;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens tables by the rules that hold for every kind: created in the latest shape, migrated when an
 * older release made it, written as it is when a newer one did, refused when that one says so.
 *
 * @param <T> the engine's own view of a table
 */
public final class TableOpener<T extends LakeTable> {

  private static final Logger LOG = LoggerFactory.getLogger(TableOpener.class);

  /** Of the whole process: openers come and go with every table that is opened. */
  private static final Set<String> WARNED = ConcurrentHashMap.newKeySet();

  private final TableEngine<T> engine;
  private final Function<TableKind, Migrations> migrations;
  private final Supplier<Backoff> backoff;
  private final Consumer<String> warning;

  public TableOpener(TableEngine<T> engine) {
    this(engine, TableKind::migrations, Backoff::ofAMinute, LOG::warn);
  }

  /** With migrations of the caller's own: those of a release to come, for tests. */
  TableOpener(
      TableEngine<T> engine,
      Function<TableKind, Migrations> migrations,
      Supplier<Backoff> backoff,
      Consumer<String> warning) {
    this.engine = engine;
    this.migrations = migrations;
    this.backoff = backoff;
    this.warning = warning;
  }

  /**
   * The table, created if it is not there.
   *
   * @throws LakeException when it can neither be opened nor created, or needs a newer release
   */
  public T openOrCreate(String path, TableDefinition definition) {
    Optional<T> there = find(path, definition.kind());
    if (there.isPresent()) {
      return there.get();
    }
    Migrations known = migrations.apply(definition.kind());
    // An older release may have created it in between.
    return current(engine.create(path, known.latest(definition)), definition.kind());
  }

  /**
   * The table, or empty when there is none.
   *
   * @throws LakeException when it cannot be opened or migrated, or needs a newer release
   */
  public Optional<T> find(String path, TableKind kind) {
    return engine.find(path).map(table -> current(table, kind));
  }

  /**
   * The table at its newest version.
   *
   * @throws LakeException as {@link #find}, and when it is gone
   */
  public T reopen(String path, TableKind kind) {
    return find(path, kind)
        .orElseThrow(() -> new LakeException("table %s is gone".formatted(path)));
  }

  private T current(T table, TableKind kind) {
    TableVersion version = TableVersion.of(table, kind, migrations.apply(kind));
    version.refuseIfTooNew();
    if (version.isNewer() && WARNED.add(table.path() + "@" + version.stamped())) {
      warning.accept(version.isNewerText());
    }
    return version.isOlder()
        ? new Migrator<>(engine, kind, migrations.apply(kind)).migrate(table, backoff.get())
        : table;
  }
}
