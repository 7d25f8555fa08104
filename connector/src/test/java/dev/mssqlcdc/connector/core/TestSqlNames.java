package dev.mssqlcdc.connector.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.NotEmpty;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class TestSqlNames {

  @Test
  void doublesTheClosingBracket() {
    assertThat(SqlNames.quote("a]b[c")).isEqualTo("[a]]b[c]");
    assertThat(SqlNames.literal("a'b")).isEqualTo("N'a''b'");
  }

  @Property
  void aListOfAnyNamesIsReadBack(@ForAll List<@NotEmpty String> names) {
    String list = names.stream().map(SqlNames::quote).collect(Collectors.joining(", "));
    assertThat(SqlNames.parseList(list)).isEqualTo(names);
  }

  @Property
  void aListOfAnyTablesIsReadBack(
      @ForAll @Size(max = 5) List<@NotEmpty String> schemas, @ForAll @NotEmpty String name) {
    List<TableId> tables = schemas.stream().map(schema -> new TableId(schema, name)).toList();
    assertThat(TableId.parseList(TableId.formatList(tables))).isEqualTo(tables);
  }

  @Test
  void anAbsentListIsEmpty() {
    assertThat(SqlNames.parseList(null)).isEmpty();
  }

  @Test
  void refusesWhatIsNoList() {
    assertThatThrownBy(() -> SqlNames.parseList("[a")).hasMessageContaining("not closed");
    assertThatThrownBy(() -> SqlNames.parseList("a")).hasMessageContaining("at character 0");
  }
}
