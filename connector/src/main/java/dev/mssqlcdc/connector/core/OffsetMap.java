package dev.mssqlcdc.connector.core;

import java.util.AbstractMap;
import java.util.Map;
import java.util.Set;

/**
 * The map form of an offset, made only when someone looks: Connect keeps one per record and
 * serialises the last.
 */
public final class OffsetMap extends AbstractMap<String, Object> {

  private final TableOffset offset;

  public OffsetMap(TableOffset offset) {
    this.offset = offset;
  }

  @Override
  public Set<Map.Entry<String, Object>> entrySet() {
    return offset.toMap().entrySet();
  }
}
