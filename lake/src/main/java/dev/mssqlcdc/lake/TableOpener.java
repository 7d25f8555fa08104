package dev.mssqlcdc.lake;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens tables by the rules that hold for every kind: created in the latest shape, written as it is
 * when a newer release has changed it, refused when that release says so.
 *
 * @param <T> the engine's own view of a table
 */
public final class TableOpener<T extends LakeTable> {

  private static final Logger LOG = LoggerFactory.getLogger(TableOpener.class);

  private final TableEngine<T> engine;
  private final Set<String> warned = ConcurrentHashMap.newKeySet();

  public TableOpener(TableEngine<T> engine) {
    this.engine = engine;
  }

  /**
   * The table, created if it is not there.
   *
   * @throws LakeException when it can neither be opened nor created, or needs a newer release
   */
  public T openOrCreate(String path, TableDefinition definition) {
    return find(path, definition.kind()).orElseGet(() -> engine.create(path, definition));
  }

  /**
   * The table, or empty when there is none.
   *
   * @throws LakeException when it cannot be opened, or needs a newer release
   */
  public Optional<T> find(String path, TableKind kind) {
    Optional<T> table = engine.find(path);
    table.ifPresent(found -> checkVersion(found, kind));
    return table;
  }

  private void checkVersion(T table, TableKind kind) {
    int needed = number(table, Properties.MIN_VERSION);
    if (needed > kind.version()) {
      throw new LakeException(
          "table %s needs version %d of kind %s, this release knows %d: upgrade this program"
              .formatted(table.path(), needed, kind, kind.version()));
    }
    int stamped = number(table, Properties.SCHEMA_VERSION);
    if (stamped > kind.version() && warned.add(table.path() + "@" + stamped)) {
      LOG.warn(
          "table {} was written by a newer release (version {} of kind {}, this one knows {}):"
              + " its unknown columns are left alone",
          table.path(),
          stamped,
          kind,
          kind.version());
    }
  }

  private static int number(LakeTable table, String property) {
    String text = table.properties().getOrDefault(property, "0");
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new LakeException(
          "table %s: property %s is '%s', a whole number expected"
              .formatted(table.path(), property, text),
          e);
    }
  }
}
