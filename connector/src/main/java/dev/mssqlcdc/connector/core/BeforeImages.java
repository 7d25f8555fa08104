package dev.mssqlcdc.connector.core;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Completes the images of rows before an update. Change data capture leaves a {@code (max)} column
 * out of them that the update did not change; its value is that of the image after the update.
 */
public final class BeforeImages {

  /** {@code xml} is stored as the (max) types are, and nobody says that its old value is kept. */
  private static final String XML = "xml";

  private final int[] places;
  private final int[] ordinals;

  /**
   * @param columns in the order in which rows bring their values
   * @param actual the type of each as the change table has it now, which ALTER COLUMN may have made
   *     another than the column was declared with
   */
  public BeforeImages(List<Column> columns, List<SqlType> actual) {
    this.places =
        IntStream.range(0, columns.size()).filter(i -> isLeftOut(actual.get(i))).toArray();
    this.ordinals = IntStream.of(places).map(i -> columns.get(i).ordinal()).toArray();
  }

  private static boolean isLeftOut(SqlType type) {
    return type.isMax() || type.name().equals(XML);
  }

  /** Whether there is any column that an image can lack. */
  public boolean canLackValues() {
    return places.length > 0;
  }

  /**
   * Whether an image before an update lacks values that the image after it has.
   *
   * @param before the image's values, in the order of the columns
   * @param mask the row's {@code __$update_mask}
   */
  public boolean lacksValues(Object[] before, byte[] mask) {
    for (int i = 0; i < places.length; i++) {
      if (before[places[i]] == null && !isChanged(mask, ordinals[i])) {
        return true;
      }
    }
    return false;
  }

  /** Takes what the update did not change from the image after it. */
  public void complete(Object[] before, byte[] mask, Object[] after) {
    for (int i = 0; i < places.length; i++) {
      if (!isChanged(mask, ordinals[i])) {
        before[places[i]] = after[places[i]];
      }
    }
  }

  /** One bit for each captured column, the first in the lowest bit of the last byte. */
  private static boolean isChanged(byte[] mask, int ordinal) {
    int bit = ordinal - 1;
    int at = mask.length - 1 - bit / Byte.SIZE;
    return at >= 0 && (mask[at] >> (bit % Byte.SIZE) & 1) != 0;
  }
}
