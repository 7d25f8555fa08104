package dev.mssqlcdc.writer.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.lake.Column;
import dev.mssqlcdc.lake.DeltaType;
import java.util.List;
import org.junit.jupiter.api.Test;

class TestBronzeColumns {

  @Test
  void onlyWhatIsMissingIsAdded() {
    List<Column> missing =
        BronzeColumns.missing(
            "dbo.t",
            List.of(column("a", DeltaType.LONG)),
            List.of(column("b", DeltaType.STRING), column("a", DeltaType.LONG)));

    assertThat(missing).containsExactly(column("b", DeltaType.STRING));
  }

  @Test
  void aColumnThatHoldsTheValuesStays() {
    assertThat(BronzeColumns.holds(DeltaType.LONG, DeltaType.SHORT)).isTrue();
    assertThat(BronzeColumns.holds(DeltaType.SHORT, DeltaType.INTEGER)).isFalse();
    assertThat(BronzeColumns.holds(DeltaType.DOUBLE, DeltaType.FLOAT)).isTrue();
    assertThat(BronzeColumns.holds(DeltaType.decimal(12, 2), DeltaType.decimal(10, 2))).isTrue();
    assertThat(BronzeColumns.holds(DeltaType.decimal(12, 4), DeltaType.decimal(10, 2))).isFalse();
    assertThat(BronzeColumns.holds(DeltaType.STRING, DeltaType.LONG)).isFalse();
  }

  @Test
  void anotherTypeStopsTheTableNamingBoth() {
    assertThatThrownBy(
            () ->
                BronzeColumns.missing(
                    "dbo.t",
                    List.of(column("a", DeltaType.INTEGER)),
                    List.of(new Column("a", DeltaType.LONG, "bigint"))))
        .isInstanceOf(TableStopException.class)
        .hasMessageContaining(
            "table dbo.t: column 'a' is integer, the records bring long (bigint in the source)");
  }

  @Test
  void columnsThatDifferByCaseAloneAreRefused() {
    assertThatThrownBy(
            () ->
                BronzeColumns.missing(
                    "dbo.t",
                    List.of(),
                    List.of(column("Id", DeltaType.LONG), column("ID", DeltaType.LONG))))
        .hasMessageContaining("'ID' differs from column 'Id' by upper and lower case alone");
  }

  private static Column column(String name, DeltaType type) {
    return new Column(name, type, "c");
  }
}
