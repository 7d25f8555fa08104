package dev.mssqlcdc.standin.catalog;

import java.util.List;

/** A primary key, unique constraint or index. */
public record KeyDef(String name, Kind kind, List<String> columns) {
  /** What enforces or uses the key. */
  public enum Kind {
    PRIMARY_KEY,
    UNIQUE_CONSTRAINT,
    UNIQUE_INDEX,
    INDEX
  }

  public boolean unique() {
    return kind != Kind.INDEX;
  }
}
