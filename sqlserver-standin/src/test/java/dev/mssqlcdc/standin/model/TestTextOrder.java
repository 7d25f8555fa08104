package dev.mssqlcdc.standin.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.standin.model.Collation.Rule;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class TestTextOrder {
  /** Few characters, so that strings are often nearly equal. */
  @Provide
  Arbitrary<String> near() {
    return Arbitraries.strings().withChars("aAbBéÉeE -1_").ofMaxLength(6);
  }

  @Provide
  Arbitrary<String> any() {
    return Arbitraries.strings().all().ofMaxLength(8);
  }

  @Property
  void theOrderIsTheSameFromBothSides(
      @ForAll("near") String a, @ForAll("near") String b, @ForAll Rule rule) {
    assertThat(Integer.signum(TextOrder.compare(a, b, rule)))
        .isEqualTo(-Integer.signum(TextOrder.compare(b, a, rule)));
  }

  @Property
  void theOrderOfAnyTextIsTheSameFromBothSides(
      @ForAll("any") String a, @ForAll("any") String b, @ForAll Rule rule) {
    assertThat(Integer.signum(TextOrder.compare(a, b, rule)))
        .isEqualTo(-Integer.signum(TextOrder.compare(b, a, rule)));
  }

  @Property
  void whatIsBetweenStaysBetween(
      @ForAll("near") String a,
      @ForAll("near") String b,
      @ForAll("near") String c,
      @ForAll Rule rule) {
    String[] sorted = {a, b, c};
    Arrays.sort(sorted, (x, y) -> TextOrder.compare(x, y, rule));
    assertThat(TextOrder.compare(sorted[0], sorted[1], rule)).isNotPositive();
    assertThat(TextOrder.compare(sorted[1], sorted[2], rule)).isNotPositive();
    assertThat(TextOrder.compare(sorted[0], sorted[2], rule)).isNotPositive();
  }

  @Property
  void trailingBlanksDoNotCount(
      @ForAll("any") String text, @ForAll("near") String other, @ForAll Rule rule) {
    assertThat(TextOrder.compare(text, text + "   ", rule)).isZero();
    assertThat(Integer.signum(TextOrder.compare(text + " ", other, rule)))
        .isEqualTo(Integer.signum(TextOrder.compare(text, other + "  ", rule)));
  }

  @Property
  void keysSortAsTheTextsDo(@ForAll("near") String a, @ForAll("near") String b, @ForAll Rule rule) {
    int byKey = Arrays.compareUnsigned(TextOrder.key(a, rule), TextOrder.key(b, rule));
    assertThat(Integer.signum(byKey)).isEqualTo(Integer.signum(TextOrder.compare(a, b, rule)));
  }

  @Property
  void caseCountsOnlyWhereTheRuleSaysSo(@ForAll("near") String text) {
    String upper = text.toUpperCase(Locale.ROOT);
    assertThat(TextOrder.compare(text, upper, Rule.IGNORE_CASE)).isZero();
    assertThat(TextOrder.compare(text, upper, Rule.CASE_SENSITIVE) == 0)
        .isEqualTo(text.equals(upper));
  }

  @Property
  void accentsCountOnlyWhereTheRuleSaysSo(@ForAll("near") String text) {
    String bare = text.replace('\u00e9', 'e').replace('\u00c9', 'E');
    assertThat(TextOrder.compare(text, bare, Rule.IGNORE_ACCENT)).isZero();
    assertThat(TextOrder.compare(text, bare.toLowerCase(Locale.ROOT), Rule.IGNORE_CASE_AND_ACCENT))
        .isZero();
    assertThat(TextOrder.compare(text, bare, Rule.IGNORE_CASE) == 0).isEqualTo(text.equals(bare));
  }

  @Property
  void differentTextsAreDifferentInBinary(@ForAll("any") String a, @ForAll("any") String b) {
    boolean equal = a.replaceAll(" +$", "").equals(b.replaceAll(" +$", ""));
    assertThat(TextOrder.compare(a, b, Rule.BINARY) == 0).isEqualTo(equal);
  }

  @Example
  void dictionaryOrderIsPunctuationDigitsLettersAndAccentsAfterTheirLetter() {
    List<String> sorted =
        List.of("", "_a", "1", "10", "2", "a", "á", "ab", "áb", "ac", "b", "e", "é", "f", "z");
    List<String> shuffled = new java.util.ArrayList<>(sorted);
    java.util.Collections.shuffle(shuffled, new java.util.Random(1));
    shuffled.sort((a, b) -> TextOrder.compare(a, b, Rule.IGNORE_CASE));
    assertThat(shuffled).isEqualTo(sorted);
  }

  @Example
  void aComposedLetterEqualsItsParts() {
    assertThat(TextOrder.compare("caf\u00e9", "cafe\u0301", Rule.IGNORE_CASE)).isZero();
    assertThat(TextOrder.compare("caf\u00e9", "cafe\u0301", Rule.BINARY)).isNotZero();
  }
}
