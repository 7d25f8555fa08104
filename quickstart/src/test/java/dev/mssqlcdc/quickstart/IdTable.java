package dev.mssqlcdc.quickstart;

import java.sql.Types;
import java.util.List;

/** A table whose key is an int column {@code id}. */
record IdTable(String name) implements SourceTable {
  @Override
  public List<Locator> locators() {
    return List.of(new Locator("id", Types.INTEGER));
  }

  @Override
  public boolean keyless() {
    return false;
  }
}
