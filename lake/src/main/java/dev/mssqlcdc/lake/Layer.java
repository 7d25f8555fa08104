package dev.mssqlcdc.lake;

import java.util.Locale;

/** The layers of the lake that hold tables of the source. */
public enum Layer {
  BRONZE,
  SILVER,
  HISTORY;

  private final String directory = name().toLowerCase(Locale.ROOT);

  /** Name of the layer's folder below the root, and its value in control. */
  public String directory() {
    return directory;
  }
}
