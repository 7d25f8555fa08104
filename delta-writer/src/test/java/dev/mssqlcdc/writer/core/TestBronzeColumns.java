package dev.mssqlcdc.writer.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.lake.Bronze;
import dev.mssqlcdc.lake.Column;
import dev.mssqlcdc.lake.DeltaType;
import java.util.List;
import org.junit.jupiter.api.Test;

class TestBronzeColumns {

  @Test
  void onlyWhatIsMissingIsAdded() {
    BronzeColumns columns = columns(column("a", DeltaType.LONG));

    columns.take(List.of(column("b", DeltaType.STRING), column("a", DeltaType.INTEGER)));

    assertThat(columns.changed()).containsExactly(column("b", DeltaType.STRING));
  }

  @Test
  void aWiderTypeWidensTheColumnWhereTheOwnerLetsIt() {
    BronzeColumns columns = widening(column("a", DeltaType.SHORT), column("d", decimal(10, 2)));

    columns.take(List.of(column("a", DeltaType.INTEGER), column("d", decimal(10, 2))));
    columns.take(List.of(column("a", DeltaType.LONG), column("d", decimal(8, 4))));
    columns.take(List.of(column("a", DeltaType.SHORT)));

    assertThat(columns.changed())
        .containsExactly(column("a", DeltaType.LONG), column("d", decimal(12, 4)));
  }

  @Test
  void aColumnThatComesInWithTheBatchIsWidenedWithoutLeave() {
    BronzeColumns columns = columns();

    columns.take(List.of(column("n", DeltaType.INTEGER)));
    columns.take(List.of(column("n", DeltaType.LONG)));

    assertThat(columns.changed()).containsExactly(column("n", DeltaType.LONG));
  }

  @Test
  void withoutLeaveAWiderTypeStopsTheTableNamingTheStatement() {
    assertThatThrownBy(
            () ->
                columns(column("a", DeltaType.INTEGER))
                    .take(List.of(new Column("a", DeltaType.LONG, "bigint"))))
        .isInstanceOf(TableStopException.class)
        .hasMessage(
            "table dbo.t: column 'a' is integer, the records bring long (bigint in the source)."
                + " It can become long where its owner lets it be widened."
                + " Run: ALTER TABLE delta.`/lake/dbo.t`"
                + " SET TBLPROPERTIES ('delta.enableTypeWidening' = 'true')");
  }

  @Test
  void aTypeThatNoColumnHoldsBesideTheOldOneStopsTheTableAlsoWithLeave() {
    assertThatThrownBy(
            () ->
                widening(column("a`b", decimal(10, 2)))
                    .take(List.of(new Column("a`b", DeltaType.STRING, "varchar(9)"))))
        .isInstanceOf(TableStopException.class)
        .hasMessageContaining("column 'a`b' is decimal(10,2), the records bring string")
        .hasMessageEndingWith(
            "Run: ALTER TABLE delta.`/lake/dbo.t`"
                + " SET TBLPROPERTIES ('delta.columnMapping.mode' = 'name');"
                + " ALTER TABLE delta.`/lake/dbo.t`"
                + " RENAME COLUMN `a``b` TO `a``b_decimal_10_2`");
  }

  @Test
  void aNameThatNeedsColumnMappingStopsTheTableNamingTheStatement() {
    assertThatThrownBy(() -> columns().take(List.of(column("Unit Price", DeltaType.LONG))))
        .isInstanceOf(TableStopException.class)
        .hasMessageContaining("cannot bear the new column 'Unit Price'")
        .hasMessageEndingWith(
            "Run: ALTER TABLE delta.`/lake/dbo.t`"
                + " SET TBLPROPERTIES ('delta.columnMapping.mode' = 'name')");
    columns().take(List.of(column("Unit.Price-\u00d6l", DeltaType.LONG)));
  }

  @Test
  void columnsThatDifferByCaseAloneAreRefused() {
    Column lower = column("Id", DeltaType.LONG);
    Column upper = column("ID", DeltaType.LONG);

    assertThatThrownBy(() -> BronzeColumns.ofNewTable("dbo.t", List.of(lower, upper)))
        .hasMessageContaining("'ID' differs from column 'Id' by upper and lower case alone");
    assertThatThrownBy(() -> columns(lower).take(List.of(upper)))
        .hasMessageContaining("'ID' differs from column 'Id' by upper and lower case alone");
    assertThatThrownBy(() -> columns().take(List.of(lower, upper)))
        .isInstanceOf(TableStopException.class);
  }

  @Test
  void aTableWhoseOwnColumnsAreGoneIsRefused() {
    assertThatThrownBy(
            () ->
                new BronzeColumns("dbo.t", new BronzeShape("/lake/dbo.t", List.of(), false, false)))
        .isInstanceOf(TableStopException.class)
        .hasMessageContaining("its column '_capture_instance' was dropped or renamed");
  }

  private static BronzeColumns columns(Column... captured) {
    return of(false, captured);
  }

  private static BronzeColumns widening(Column... captured) {
    return of(true, captured);
  }

  private static BronzeColumns of(boolean typeWidening, Column... captured) {
    List<Column> all = Bronze.columns(List.of(captured));
    return new BronzeColumns("dbo.t", new BronzeShape("/lake/dbo.t", all, false, typeWidening));
  }

  private static DeltaType decimal(int precision, int scale) {
    return DeltaType.decimal(precision, scale);
  }

  private static Column column(String name, DeltaType type) {
    return new Column(name, type, "c");
  }
}
