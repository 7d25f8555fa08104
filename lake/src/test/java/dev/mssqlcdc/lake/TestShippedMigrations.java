package dev.mssqlcdc.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Migrations that were shipped stay as they are: tables have seen them. A new one adds its hash
 * below; no line is ever changed or removed.
 */
class TestShippedMigrations {

  private static final Map<TableKind, List<String>> SHIPPED =
      Map.of(
          TableKind.BRONZE, List.of(),
          TableKind.FACTS, List.of(),
          TableKind.CONTROL, List.of(),
          TableKind.SILVER, List.of(),
          TableKind.HISTORY, List.of(),
          TableKind.REPORTS, List.of());

  private static final Column NOTE = new Column("note", DeltaType.STRING, "a note");

  @ParameterizedTest
  @EnumSource
  void areNeverChanged(TableKind kind) {
    assertThat(hashes(kind.migrations())).isEqualTo(SHIPPED.get(kind));
  }

  @Test
  void whateverIsChangedOrMovedChangesAHash() {
    Migration note = Migration.adding(NOTE);
    Migration flavour = Migration.setting("mssqlcdc.flavour", "sweet");
    Stream<Migrations> others =
        Stream.of(
            Migrations.of(flavour, note),
            Migrations.of(flavour),
            Migrations.of(note.asRequired(), flavour),
            Migrations.of(note, Migration.setting("mssqlcdc.flavour", "sour")),
            Migrations.of(
                Migration.adding(new Column("note", DeltaType.STRING, "another")), flavour),
            Migrations.of(Migration.adding(new Column("note", DeltaType.LONG, "a note")), flavour),
            Migrations.of(Migration.adding(NOTE, NOTE), flavour));

    assertThat(others.map(TestShippedMigrations::hashes))
        .doesNotContain(hashes(Migrations.of(note, flavour)))
        .doesNotHaveDuplicates();
  }

  @Test
  void aMigrationTouchesNoPropertyThatIsTheOwnersOrTheStamps() {
    assertThatThrownBy(() -> Migration.setting("delta.enableTypeWidening", "true"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("delta.enableTypeWidening");
    assertThatThrownBy(() -> Migration.setting(Properties.SCHEMA_VERSION, "7"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static List<String> hashes(Migrations migrations) {
    return migrations.list().stream().map(each -> hash(each.toString())).toList();
  }

  private static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
