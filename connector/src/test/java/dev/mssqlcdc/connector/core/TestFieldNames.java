package dev.mssqlcdc.connector.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.Fields;
import java.util.List;
import java.util.Locale;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.NotEmpty;
import org.junit.jupiter.api.Test;

class TestFieldNames {

  @Property
  void fieldsAreAvroSafeAndDistinctIgnoringCase(@ForAll List<@NotEmpty String> columns) {
    List<String> fields = FieldNames.fields(columns);
    assertThat(fields).hasSameSizeAs(columns).allMatch(f -> f.matches("[A-Za-z_][A-Za-z0-9_]*"));
    assertThat(fields.stream().map(f -> f.toLowerCase(Locale.ROOT))).doesNotHaveDuplicates();
    assertThat(fields).noneMatch(Fields::isReserved);
  }

  @Test
  void aSafeNameKeepsItselfAndTheOtherGetsASuffix() {
    assertThat(FieldNames.fields(List.of("Unit Price", "Unit_Price", "unit-price")))
        .containsExactly("Unit_Price_2", "Unit_Price", "unit_price_3");
  }

  @Test
  void namesThatDifferInCaseOnlyGetASuffix() {
    assertThat(FieldNames.fields(List.of("a", "A"))).containsExactly("a", "A_2");
  }

  @Test
  void aNameThatBecomesOneOfOursGetsASuffix() {
    assertThat(FieldNames.fields(List.of(" event"))).containsExactly("_event_2");
  }

  @Test
  void anEmojiIsOneUnderscoreAndADigitIsPrefixed() {
    assertThat(FieldNames.avroSafe("a\uD83D\uDE00b")).isEqualTo("a_b");
    assertThat(FieldNames.avroSafe("1st")).isEqualTo("_1st");
    assertThat(FieldNames.avroFullName("shop.dbo.2024-x")).isEqualTo("shop.dbo._2024_x");
  }
}
