package dev.mssqlcdc.connector;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Texts that a collation tells apart: the n-th is n written with some letters for digits, the first
 * of all is empty. A letter stands for all that the collation finds equal to it.
 */
final class KeyTexts {

  private static final int MANY = 1000;

  /** Of each group one letter, any of the group. */
  private static final String CASE_AND_ACCENT_IGNORED =
      "aA\u00e1\u00c1\u00e0\u00e4 bB eE\u00e9\u00c9\u00ea iI\u00ed oO\u00f6\u00d6 uU\u00fc zZ\u017e _ 1 2";

  private static final String CASE_IGNORED =
      "aA \u00e1\u00c1 \u00e4\u00c4 bB eE \u00e9\u00c9 iI zZ _ 1 2 -";

  private static final String ACCENT_IGNORED =
      "a\u00e1\u00e4 A\u00c1\u00c4 b B e\u00e9 E\u00c9 z Z _ 1 2";

  private static final String NOTHING_IGNORED = "a A \u00e1 \u00c1 b B \u00e9 \u00c9 _ - 1 2 z Z";

  private static final String GREEK_CASE_AND_ACCENT_IGNORED =
      "\u03b1\u0391\u03ac\u0386 \u03b2\u0392 \u03b5\u0395\u03ad\u0388 \u03b7\u0397\u03ae \u03bb\u039b \u03be\u039e \u03c8\u03a8 \u03c9\u03a9\u03ce aA zZ 1";

  private static final String GREEK_CASE_IGNORED =
      "\u03b1\u0391 \u03ac\u0386 \u03b2\u0392 \u03b5\u0395 \u03ad\u0388 \u03bb\u039b \u03be\u039e \u03c8\u03a8 aA zZ 1";

  private static final String GREEK_NOTHING_IGNORED =
      "\u03b1 \u0391 \u03ac \u0386 \u03bb \u039b \u03be \u039e \u03c8 \u03a8 a A z 1";

  private static final Map<String, String> LETTERS = new HashMap<>();

  static {
    LETTERS.put("Latin1_General_CI_AI", CASE_AND_ACCENT_IGNORED);
    LETTERS.put("Latin1_General_100_CI_AI", CASE_AND_ACCENT_IGNORED);
    LETTERS.put("Latin1_General_CS_AI", ACCENT_IGNORED);
    LETTERS.put("Latin1_General_CI_AS", CASE_IGNORED);
    LETTERS.put("SQL_Latin1_General_CP1_CI_AS", CASE_IGNORED);
    LETTERS.put("Latin1_General_100_CS_AS", NOTHING_IGNORED);
    LETTERS.put("Latin1_General_BIN", NOTHING_IGNORED);
    LETTERS.put("Latin1_General_BIN2", NOTHING_IGNORED);
    LETTERS.put("Latin1_General_100_BIN2", NOTHING_IGNORED);
    LETTERS.put("Greek_CI_AI", GREEK_CASE_AND_ACCENT_IGNORED);
    LETTERS.put("Greek_CI_AS", GREEK_CASE_IGNORED);
    LETTERS.put("Greek_CS_AS", GREEK_NOTHING_IGNORED);
    LETTERS.put("Greek_BIN2", GREEK_NOTHING_IGNORED);
  }

  private KeyTexts() {}

  static Stream<KeyColumn> columns() {
    return Stream.of("char(5)", "varchar(12)", "nchar(5)", "nvarchar(12)")
        .flatMap(
            type ->
                LETTERS.keySet().stream()
                    .sorted()
                    .map(collation -> column(type, collation, LETTERS.get(collation).split(" "))));
  }

  private static KeyColumn column(String type, String collation, String[] letters) {
    return new KeyColumn(
        type + " COLLATE " + collation, MANY, (n, random) -> "N'" + text(n, letters, random) + "'");
  }

  private static String text(int n, String[] letters, Random random) {
    var text = new StringBuilder();
    for (int rest = n; rest > 0; rest = (rest - 1) / letters.length) {
      String equal = letters[(rest - 1) % letters.length];
      text.append(equal.charAt(random.nextInt(equal.length())));
    }
    return text.toString();
  }
}
