package dev.mssqlcdc.connector.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TestBeforeImages {

  private static final SqlType INT = new SqlType("int", 0, 10, 0);
  private static final SqlType MAX = new SqlType("nvarchar", SqlType.MAX, 0, 0);

  /** Columns of these types, whose ordinals are those of the instance. */
  private static BeforeImages images(List<SqlType> types, int... ordinals) {
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < ordinals.length; i++) {
      columns.add(
          new Column(
              "c" + i,
              "c" + i,
              ordinals[i],
              ordinals[i],
              types.get(i),
              WireType.of(types.get(i), false).orElseThrow(),
              false,
              true,
              ""));
    }
    return new BeforeImages(columns, types);
  }

  private static byte[] mask(int... bytes) {
    byte[] mask = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      mask[i] = (byte) bytes[i];
    }
    return mask;
  }

  @Test
  void whatTheUpdateDidNotChangeComesFromTheImageAfterIt() {
    BeforeImages images = images(List.of(INT, MAX, MAX), 1, 2, 3);
    Object[] before = {1, null, "old"};
    assertThat(images.lacksValues(before, mask(0b100))).isTrue();
    images.complete(before, mask(0b100), new Object[] {2, "same", "new"});
    assertThat(before).containsExactly(1, "same", "old");
  }

  @Test
  void anOldNullThatWasChangedStays() {
    BeforeImages images = images(List.of(INT, MAX), 1, 2);
    Object[] before = {1, null};
    assertThat(images.lacksValues(before, mask(0b10))).isFalse();
    images.complete(before, mask(0b10), new Object[] {1, "new"});
    assertThat(before).containsExactly(1, null);
  }

  @Test
  void theMaskCountsTheInstancesColumnsFromTheLastByte() {
    BeforeImages images = images(List.of(MAX, MAX, MAX), 8, 9, 17);
    Object[] before = {null, null, null};
    images.complete(before, mask(0b1, 0, 0b1000_0000), new Object[] {"a", "b", "c"});
    assertThat(before).containsExactly(null, "b", null);
  }

  @Test
  void aMaskTooShortForAColumnDidNotChangeIt() {
    BeforeImages images = images(List.of(MAX), 9);
    assertThat(images.lacksValues(new Object[] {null}, mask(0xFF))).isTrue();
  }

  @Test
  void onlyColumnsWithoutLimitCanLackValues() {
    SqlType bounded = new SqlType("varchar", 8000, 0, 0);
    SqlType text = new SqlType("text", 0, 0, 0);
    assertThat(images(List.of(INT, bounded, text), 1, 2, 3).canLackValues()).isFalse();
    assertThat(images(List.of(new SqlType("xml", 0, 0, 0)), 1).canLackValues()).isTrue();
  }
}
