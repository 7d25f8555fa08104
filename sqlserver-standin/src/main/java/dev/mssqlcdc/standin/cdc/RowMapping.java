package dev.mssqlcdc.standin.cdc;

import dev.mssqlcdc.standin.catalog.ColumnDef;
import dev.mssqlcdc.standin.catalog.KeyDef;
import dev.mssqlcdc.standin.catalog.TableDef;
import java.util.List;

/** Where the captured columns of an instance stand in one layout of the source table. */
final class RowMapping {
  private static final int NOT_IN_TABLE = -1;

  private final TableDef layout;
  private final int[] indexes;
  private final boolean[] max;
  private final boolean[] legacyLob;

  RowMapping(CaptureInstance instance, TableDef layout) {
    this.layout = layout;
    List<ColumnDef> captured = instance.captured();
    indexes = new int[captured.size()];
    max = new boolean[captured.size()];
    legacyLob = new boolean[captured.size()];
    for (int i = 0; i < indexes.length; i++) {
      ColumnDef column = captured.get(i);
      indexes[i] = column.computed() ? NOT_IN_TABLE : layout.indexOf(column.id());
      max[i] = column.type().isMax();
      legacyLob[i] = column.type().isLegacyLob();
    }
  }

  /** A layout is replaced as a whole, never changed, so its identity tells. */
  @SuppressWarnings("ReferenceEquality")
  boolean isFor(TableDef table) {
    return layout == table;
  }

  int columns() {
    return indexes.length;
  }

  /** The column's index in the table; negative if a change row holds NULL there. */
  int index(int captured) {
    return indexes[captured];
  }

  boolean isMax(int captured) {
    return max[captured];
  }

  boolean isLegacyLob(int captured) {
    return legacyLob[captured];
  }

  /** A bit for every captured column, the first in the lowest bit of the last byte. */
  byte[] fullMask() {
    byte[] mask = emptyMask();
    for (int i = 0; i < indexes.length; i++) {
      set(mask, i);
    }
    return mask;
  }

  /** A bit for every captured column that the update changed; null if it changed none of them. */
  byte[] changedMask(Change change) {
    byte[] mask = null;
    for (int i = 0; i < indexes.length; i++) {
      if (indexes[i] >= 0 && change.changed(indexes[i])) {
        mask = mask == null ? emptyMask() : mask;
        set(mask, i);
      }
    }
    return mask;
  }

  static boolean isSet(byte[] mask, int captured) {
    return (mask[mask.length - 1 - captured / Byte.SIZE] & 1 << captured % Byte.SIZE) != 0;
  }

  private byte[] emptyMask() {
    return new byte[(indexes.length + Byte.SIZE - 1) / Byte.SIZE];
  }

  private static void set(byte[] mask, int captured) {
    mask[mask.length - 1 - captured / Byte.SIZE] |= (byte) (1 << captured % Byte.SIZE);
  }

  /** True if the update changed a column of the primary key or of a unique index. */
  static boolean keyChanged(Change change) {
    TableDef table = change.table();
    for (KeyDef key : table.keys()) {
      if (key.unique()) {
        for (String name : key.columns()) {
          if (table.column(name).filter(c -> change.changed(table.indexOf(c.id()))).isPresent()) {
            return true;
          }
        }
      }
    }
    return false;
  }
}
