package dev.mssqlcdc.silver.plan;

import dev.mssqlcdc.lake.TableKind;
import java.util.Locale;
import java.util.Objects;

/**
 * A table that is there.
 *
 * @param kind what it is
 * @param source name of the source table; of facts, control and reports empty
 * @param path its folder
 */
public record StoredTable(TableKind kind, String source, String path) {

  public StoredTable {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(path, "path");
  }

  /** Its name for people, for example {@code bronze/dbo.orders}. */
  public String label() {
    String layer = kind.name().toLowerCase(Locale.ROOT);
    return source.isEmpty() ? layer : layer + "/" + source;
  }
}
