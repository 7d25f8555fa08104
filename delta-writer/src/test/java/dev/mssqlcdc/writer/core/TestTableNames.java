package dev.mssqlcdc.writer.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class TestTableNames {

  private static final TableNames PLAIN = new TableNames("shop.eu", TableNames.DEFAULT_TEMPLATE);

  @Test
  void aNameIsMadeOfTheTopicsParts() {
    assertThat(PLAIN.name("shop.eu.dbo.items")).isEqualTo("dbo.items");
    assertThat(PLAIN.name("shop.eu.dbo.order.lines")).isEqualTo("dbo.order.lines");
    assertThat(named("${prefix}_${schema}-${table}.v2", "shop.eu.dbo.order.lines"))
        .isEqualTo("shop.eu_dbo-order.lines.v2");
    assertThat(named("${table}_${table}", "shop.eu.dbo.t")).isEqualTo("t_t");
  }

  @Test
  void aTopicThatIsNotTheConnectorsIsRefused() {
    for (String topic : List.of("shop.eu.items", "shop.eu.dbo.", "shop.eu..items", "shopXeu.a.b")) {
      assertThatThrownBy(() -> PLAIN.name(topic))
          .isInstanceOf(TableStopException.class)
          .hasMessageContaining("topic " + topic + " is not named shop.eu.<schema>.<table>");
    }
  }

  @Test
  void aNameThatLeadsElsewhereIsRefused() {
    assertThatThrownBy(() -> named("${table}", "shop.eu.dbo..."))
        .isInstanceOf(TableStopException.class)
        .hasMessageContaining("its table would be named '..'");
  }

  @Test
  void aTemplateThatNamesNoTableOrHasOtherCharactersIsRefused() {
    assertRefused("${schema}", "without ${table} tables would share their names");
    assertRefused("a/${table}", "letters, digits, dots, underscores and hyphens only");
    assertRefused("${table}${database}", "letters, digits, dots, underscores and hyphens only");
    assertRefused("${table} x", "letters, digits, dots, underscores and hyphens only");
  }

  @Test
  void topicsWhoseTablesWouldShareANameAreNamed() {
    TableNames names = new TableNames("shop", "${table}");
    List<String> topics = List.of("shop.a.t", "shop.b.t", "shop.c.T", "shop.a.u", "shop.signals");

    assertThatThrownBy(() -> names.checkUnshared("shop.a.t", topics))
        .isInstanceOf(TableStopException.class)
        .hasMessageContaining("topic shop.a.t: its table would share the name 't'")
        .hasMessageContaining("with that of shop.b.t, shop.c.T.");
    names.checkUnshared("shop.a.u", topics);
  }

  private static String named(String template, String topic) {
    return new TableNames("shop.eu", template).name(topic);
  }

  private static void assertRefused(String template, String message) {
    assertThatThrownBy(() -> TableNames.checkTemplate(template))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }
}
