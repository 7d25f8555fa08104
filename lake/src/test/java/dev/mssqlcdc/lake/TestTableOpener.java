package dev.mssqlcdc.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TestTableOpener {

  private final Map<String, MemoryTable> tables = new HashMap<>();
  private final TableOpener<MemoryTable> opener = new TableOpener<>(new MemoryEngine());

  @Test
  void createsInTheLatestShapeAndStampsIt() {
    MemoryTable table = opener.openOrCreate("/lake/meta/facts", TableDefinition.facts());
    assertThat(table.properties())
        .containsEntry(Properties.SCHEMA_VERSION, Integer.toString(TableKind.FACTS.version()));
    assertThat(tables).containsKey("/lake/meta/facts");
  }

  @Test
  void opensWhatIsThereWithoutAWrite() {
    MemoryTable table = opener.openOrCreate("/t", TableDefinition.facts());
    assertThat(opener.openOrCreate("/t", TableDefinition.facts())).isSameAs(table);
  }

  @Test
  void opensATableOfANewerRelease() {
    tables.put("/t", new MemoryTable("/t", Map.of(Properties.SCHEMA_VERSION, "99")));
    assertThat(opener.find("/t", TableKind.FACTS)).isPresent();
  }

  @Test
  void refusesATableThatNeedsANewerRelease() {
    tables.put("/t", new MemoryTable("/t", Map.of(Properties.MIN_VERSION, "99")));
    assertThatThrownBy(() -> opener.find("/t", TableKind.FACTS))
        .isInstanceOf(LakeException.class)
        .hasMessageContaining("/t needs version 99")
        .hasMessageContaining("upgrade");
  }

  @Test
  void saysWhichPropertyIsGarbage() {
    tables.put("/t", new MemoryTable("/t", Map.of(Properties.SCHEMA_VERSION, "one")));
    assertThatThrownBy(() -> opener.find("/t", TableKind.FACTS))
        .hasMessageContaining("mssqlcdc.schema_version is 'one'");
  }

  private record MemoryTable(String path, Map<String, String> properties) implements LakeTable {}

  private final class MemoryEngine implements TableEngine<MemoryTable> {
    @Override
    public Optional<MemoryTable> find(String path) {
      return Optional.ofNullable(tables.get(path));
    }

    @Override
    public MemoryTable create(String path, TableDefinition definition) {
      MemoryTable table = new MemoryTable(path, definition.properties());
      tables.put(path, table);
      return table;
    }
  }
}
