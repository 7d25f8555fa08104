package dev.mssqlcdc.silver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.silver.plan.TableSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestApplyFile {

  @TempDir Path folder;

  private ApplyOptions read(String... lines) throws IOException {
    return ApplyFile.read(Files.write(folder.resolve("silver.yaml"), List.of(lines)));
  }

  @Test
  void namesTablesAndGroups() throws IOException {
    ApplyOptions options =
        read(
            "tables: [dbo.customers]",
            "groups:",
            "  sales:",
            "    - dbo.orders",
            "    - dbo.Order Details");
    assertThat(options.tables()).contains(Set.of("dbo.customers"));
    assertThat(options.groups())
        .containsExactly(new TableGroup("sales", Set.of("dbo.orders", "dbo.Order Details")));
  }

  @Test
  void withoutTablesAllAreMeant() throws IOException {
    assertThat(read("groups: {sales: [dbo.orders, dbo.lines]}").tables()).isEmpty();
  }

  @Test
  void withAnEmptyListOfTablesOnlyGroupsAreMeant() throws IOException {
    assertThat(read("tables: []", "groups: {sales: [dbo.orders, dbo.lines]}").tables())
        .isEqualTo(Optional.of(Set.of()));
  }

  @Test
  void anUnknownSettingIsNamed() {
    assertThatThrownBy(() -> read("tables: [dbo.orders]", "grups: {}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(
            "silver.yaml: unknown setting 'grups', known are: [defaults, groups, settings, tables]");
  }

  @Test
  void settingsAreThoseOfTheTableBeforeThoseOfAll() throws IOException {
    ApplyOptions options =
        read(
            "defaults:",
            "  change-data-feed: true",
            "  type-widening: true",
            "settings:",
            "  dbo.log: {change-data-feed: false, deletion-vectors: true}",
            "  dbo.plain:");
    TableSettings defaults = TableSettings.NONE.withChangeDataFeed(true).withTypeWidening(true);
    assertThat(options.tables()).isEmpty();
    assertThat(options.settingsOf("dbo.orders")).isEqualTo(defaults);
    assertThat(options.settingsOf("dbo.plain")).isEqualTo(defaults);
    assertThat(options.settingsOf("dbo.log"))
        .isEqualTo(defaults.withChangeDataFeed(false).withDeletionVectors(true));
    assertThat(read("tables: [dbo.orders]").settingsOf("dbo.orders")).isEqualTo(TableSettings.NONE);
  }

  @Test
  void aKeyIsDeclaredForOneTable() throws IOException {
    ApplyOptions options =
        read(
            "settings: {dbo.log: {key: [id, 'part, odd']}, dbo.one: {key: id}, dbo.none: {key: }}");
    assertThat(options.settingsOf("dbo.log").key()).containsExactly("id", "part, odd");
    assertThat(options.settingsOf("dbo.one").key()).containsExactly("id");
    assertThat(options.settingsOf("dbo.none").key()).isEmpty();
    assertThatThrownBy(() -> read("defaults: {key: id}"))
        .hasMessageContaining("a key is one table's, not all tables'");
  }

  @Test
  void anUnknownSettingOfATableIsNamed() {
    String known = "known are: [change-data-feed, deletion-vectors, key, type-widening]";
    assertThatThrownBy(() -> read("settings: {dbo.log: {feed: true}}"))
        .hasMessageContaining("unknown setting 'feed', " + known);
    assertThatThrownBy(() -> read("defaults: {cdf: true}"))
        .hasMessageContaining("unknown setting 'cdf', " + known);
  }

  @Test
  void aSettingThatIsNeitherTrueNorFalseIsRefused() {
    assertThatThrownBy(() -> read("defaults: {change-data-feed: sometimes}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("silver.yaml, near line 1");
  }

  @Test
  void aFileThatSaysNothingIsRefused() {
    assertThatThrownBy(() -> read("~")).hasMessageContaining("silver.yaml: it says nothing");
    assertThatThrownBy(() -> read("# empty")).hasMessageContaining("silver.yaml, near line ");
  }

  @Test
  void whatIsNoYamlIsNamedWithItsLine() {
    assertThatThrownBy(() -> read("tables: [dbo.orders", "groups:"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("silver.yaml, near line 2");
  }

  @Test
  void aListWhereNamesOfGroupsBelongIsRefused() {
    assertThatThrownBy(() -> read("groups: [dbo.orders, dbo.lines]"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("silver.yaml, near line ");
  }

  @Test
  void aGroupOfOneTableIsRefused() {
    assertThatThrownBy(() -> read("groups: {sales: [dbo.orders]}"))
        .hasMessageContaining("silver.yaml: group sales has 1 table(s), at least 2 expected");
    assertThatThrownBy(() -> read("groups: {sales: }"))
        .hasMessageContaining("silver.yaml: group sales has 0 table(s), at least 2 expected");
  }

  @Test
  void aTableInTwoGroupsIsRefused() {
    assertThatThrownBy(
            () -> read("groups:", "  a: [dbo.orders, dbo.lines]", "  b: [dbo.orders, dbo.x]"))
        .hasMessageContaining("table dbo.orders is in two groups");
  }

  @Test
  void aFileThatIsNotThereIsNamed() {
    assertThatThrownBy(() -> ApplyFile.read(folder.resolve("none.yaml")))
        .hasMessageContaining("cannot read")
        .hasMessageContaining("none.yaml");
  }
}
