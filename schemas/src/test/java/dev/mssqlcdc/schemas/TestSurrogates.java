package dev.mssqlcdc.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import org.junit.jupiter.api.Test;

class TestSurrogates {

  @Property
  void whatIsRepairedSurvivesUtf8(
      @ForAll List<@CharRange(from = '\uD7FE', to = '\uE001') Character> chars) {
    var text = new StringBuilder();
    chars.forEach(text::append);
    String repaired = Surrogates.repair(text.toString());
    byte[] utf8 = repaired.getBytes(StandardCharsets.UTF_8);
    assertThat(new String(utf8, StandardCharsets.UTF_8)).isEqualTo(repaired).hasSameSizeAs(text);
  }

  @Test
  void unitsAreAsTheyAreStored() {
    byte[] utf16 = {0x61, 0, 0x3D, (byte) 0xD8, 0x62, 0, 0, (byte) 0xDE};
    assertThat(Surrogates.units(utf16)).isEqualTo("a\uD83Db\uDE00");
  }

  @Test
  void pairsStayAndLoneOnesAreReplaced() {
    assertThat(Surrogates.repair("a\uD83D\uDE00b")).isEqualTo("a\uD83D\uDE00b");
    assertThat(Surrogates.repair("\uD83D\uD83D\uDE00\uDE00")).isEqualTo("\uFFFD\uD83D\uDE00\uFFFD");
  }
}
