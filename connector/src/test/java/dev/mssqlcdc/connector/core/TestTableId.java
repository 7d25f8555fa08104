package dev.mssqlcdc.connector.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.NotEmpty;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TestTableId {

  @Test
  void readsNamesAsPeopleWriteThem() {
    assertThat(TableId.parse("dbo.orders")).isEqualTo(new TableId("dbo", "orders"));
    assertThat(TableId.parse(" [my schema].orders ")).isEqualTo(new TableId("my schema", "orders"));
    assertThat(TableId.parse("dbo.[a.b]]c]")).isEqualTo(new TableId("dbo", "a.b]c"));
    assertThat(TableId.parse("dbo.order details")).isEqualTo(new TableId("dbo", "order details"));
  }

  @Property
  void readsEveryQuotedName(
      @ForAll @NotEmpty @StringLength(max = 128) String schema,
      @ForAll @NotEmpty @StringLength(max = 128) String name) {
    var table = new TableId(schema, name);
    assertThat(TableId.parse(table.quoted())).isEqualTo(table);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "orders", "dbo.", ".orders", "db.dbo.orders", "dbo.[orders", "dbo.a]"})
  void refusesWhatIsNotTwoNames(String text) {
    assertThatThrownBy(() -> TableId.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("schema.table");
  }

  @Test
  void refusesTextsThatNoNameCanHave() {
    assertThatThrownBy(() -> TableId.parse("dbo.[" + "]]".repeat(100_000) + "]"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
