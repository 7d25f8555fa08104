package dev.mssqlcdc.silver.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.silver.compare.SourceColumn.State;
import dev.mssqlcdc.silver.plan.SilverException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TestComparedColumns {

  private static final SilverColumn ID = new SilverColumn("id", "integer");
  private static final SourceColumn SOURCE_ID = captured("id", "int");

  @Test
  void whatIsNotComparedIsNamedWithItsReason() {
    ComparedColumns columns =
        ComparedColumns.of(
            List.of(
                ID,
                new SilverColumn("Name", "string"),
                new SilverColumn("sum", "integer"),
                new SilverColumn("gone", "string"),
                new SilverColumn("left", "string"),
                new SilverColumn("version", "binary"),
                new SilverColumn("text", "string"),
                new SilverColumn("own", "string")),
            List.of("id"),
            List.of(
                SOURCE_ID,
                captured("name", "nvarchar"),
                new SourceColumn("sum", "int", State.COMPUTED),
                new SourceColumn("gone", "nvarchar", State.DROPPED),
                new SourceColumn("left", "", State.NOT_CAPTURED),
                captured("version", "timestamp"),
                captured("text", "int"),
                captured("newer", "int"),
                new SourceColumn("dropped before", "int", State.DROPPED)));

    assertThat(columns.all()).extracting(ComparedColumn::silver).containsExactly("id", "Name");
    assertThat(columns.values().get(0).source()).isEqualTo("name");
    assertThat(columns.left())
        .containsOnlyKeys("sum", "gone", "left", "version", "text", "own", "newer")
        .containsEntry("text", "it is int in the source and string in silver")
        .containsEntry("own", "the source table has no such column");
  }

  @Test
  void ofNamesThatDifferByCaseTheExactOneIsMeant() {
    ComparedColumns columns =
        ComparedColumns.of(
            List.of(ID, new SilverColumn("A", "integer")),
            List.of("id"),
            List.of(SOURCE_ID, captured("a", "nvarchar"), captured("A", "int")));
    assertThat(columns.values()).extracting(ComparedColumn::source).containsExactly("A");
  }

  @Test
  void aKeyIsComparedInItsOrderEvenARowVersion() {
    ComparedColumns columns =
        ComparedColumns.of(
            List.of(ID, new SilverColumn("v", "binary")),
            List.of("v", "id"),
            List.of(SOURCE_ID, captured("v", "timestamp")));
    assertThat(columns.key()).extracting(ComparedColumn::silver).containsExactly("v", "id");
  }

  @Test
  void withoutItsKeyATableCannotBeCompared() {
    assertThatThrownBy(
            () ->
                ComparedColumns.of(List.of(ID), List.of("id"), List.of(captured("id", "nvarchar"))))
        .isInstanceOf(SilverException.class)
        .hasMessage(
            "column id of the key cannot be compared: it is nvarchar in the source and integer in silver");
    assertThatThrownBy(() -> ComparedColumns.of(List.of(), List.of("id"), List.of(SOURCE_ID)))
        .hasMessage("column id of the key cannot be compared: silver does not have it");
  }

  @ParameterizedTest
  @CsvSource({
    "boolean, bit, BOOLEAN",
    "short, tinyint, INTEGER",
    "integer, bigint, INTEGER",
    "'decimal(10,0)', int, DECIMAL",
    "double, int, FLOAT",
    "'decimal(19,4)', money, DECIMAL",
    "double, real, FLOAT",
    "date, date, DATE",
    "timestamp_ntz, date, LOCAL_TIME",
    "timestamp_ntz, smalldatetime, LOCAL_TIME",
    "timestamp_ntz, datetime2, LOCAL_TIME",
    "string, datetime2, LOCAL_TIME_TEXT",
    "timestamp, datetimeoffset, INSTANT",
    "string, datetimeoffset, INSTANT_TEXT",
    "string, time, TIME_OF_DAY",
    "string, xml, TEXT",
    "binary, image, BINARY",
    "string, int,",
    "date, datetime2,",
    "boolean, int,",
    "string, sql_variant,",
  })
  void typesThatGoTogether(String silver, String source, ValueKind kind) {
    assertThat(ValueKind.of(silver, source).orElse(null)).isEqualTo(kind);
  }

  private static SourceColumn captured(String name, String type) {
    return new SourceColumn(name, type, State.CAPTURED);
  }
}
