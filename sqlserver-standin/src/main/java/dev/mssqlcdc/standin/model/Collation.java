package dev.mssqlcdc.standin.model;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How the strings of a column, an expression or a database compare.
 *
 * @param name SQL Server's name; empty if the database's own collation is meant
 * @param language whose code page single-byte strings have
 * @param databaseRule the rule of the database's collation, where the database is known
 */
public record Collation(String name, Language language, Rule rule, Rule databaseRule) {
  /** What two strings may differ in and still be equal, and how they sort. */
  public enum Rule {
    /** {@code _CI_AS}: dictionary order, upper and lower case are equal. */
    IGNORE_CASE,
    /** {@code _CS_AS}: dictionary order, lower case before upper case. */
    CASE_SENSITIVE,
    /** {@code _CI_AI}: only the letters count. */
    IGNORE_CASE_AND_ACCENT,
    /** {@code _CS_AI}: the letters count, and their case. */
    IGNORE_ACCENT,
    /** {@code _BIN} and {@code _BIN2}: the order of the UTF-16 units. */
    BINARY;

    public boolean ignoresCase() {
      return this == IGNORE_CASE || this == IGNORE_CASE_AND_ACCENT;
    }

    boolean ignoresAccents() {
      return this == IGNORE_ACCENT || this == IGNORE_CASE_AND_ACCENT;
    }

    /** True if both find the same strings equal, though they may sort them differently. */
    boolean equatesAs(Rule other) {
      return ignoresCase() == other.ignoresCase() && ignoresAccents() == other.ignoresAccents();
    }

    /** The other rule that the storage of a database of this one knows. */
    public Rule opposite() {
      return ignoresCase() || ignoresAccents() ? BINARY : IGNORE_CASE;
    }
  }

  /** A new server's and a new database's. */
  public static final Collation SERVER_DEFAULT =
      new Collation(
          "SQL_Latin1_General_CP1_CI_AS", Language.LATIN, Rule.IGNORE_CASE, Rule.IGNORE_CASE);

  /** Nothing is declared: the database's collation. */
  public static final Collation OF_DATABASE =
      new Collation("", Language.LATIN, Rule.IGNORE_CASE, Rule.IGNORE_CASE);

  private static final Pattern OF_WINDOWS =
      Pattern.compile("(.+?)(_100)?_(BIN2?|C[IS]_A[IS](_KS)?(_WS)?)");

  private static final Pattern OF_SQL_SERVER =
      Pattern.compile("SQL_LATIN1_GENERAL_CP1_(CI_A[IS]|CS_AS)");

  /**
   * The collation of a name.
   *
   * @throws SqlError 448 for a collation that the stand-in cannot compare by
   */
  public static Collation of(String name) {
    String upper = name.toUpperCase(Locale.ROOT);
    if (upper.equals("DATABASE_DEFAULT")) {
      return OF_DATABASE;
    }
    if (OF_SQL_SERVER.matcher(upper).matches()) {
      return known(upper, "LATIN1_GENERAL", Language.LATIN);
    }
    Matcher parts = OF_WINDOWS.matcher(upper);
    if (parts.matches()) {
      for (Language language : Language.values()) {
        if (language.prefix().equalsIgnoreCase(parts.group(1))) {
          return known(upper, parts.group(1), language);
        }
      }
    }
    throw SqlError.of(448, "Invalid collation '" + name + "'.");
  }

  private static Collation known(String upper, String prefix, Language language) {
    String canonical = upper.replace(prefix, language.prefix());
    return new Collation(canonical, language, rule(upper), Rule.IGNORE_CASE);
  }

  /** True if no collation is declared. */
  public boolean isOfDatabase() {
    return name.isEmpty();
  }

  /** This collation, or the database's where none is declared. */
  public Collation orElse(Collation database) {
    return isOfDatabase() ? database : this;
  }

  /** This collation for a column of a database. */
  public Collation within(Rule database) {
    return isOfDatabase() ? this : new Collation(name, language, rule, database);
  }

  /** True if other strings are equal than in the database's collation. */
  public boolean equatesOtherwise() {
    return !isOfDatabase() && !rule.equatesAs(databaseRule);
  }

  /** True if the storage, which knows two rules, sorts by neither of them as this does. */
  public boolean sortsByKey() {
    return !isOfDatabase() && rule != stored();
  }

  /** True if the storage by neither of its rules finds the same strings equal as this does. */
  public boolean equatesByKey() {
    return !isOfDatabase() && !rule.equatesAs(stored());
  }

  private Rule stored() {
    return equatesOtherwise() ? databaseRule.opposite() : databaseRule;
  }

  private static Rule rule(String upper) {
    if (upper.contains("_BIN")) {
      return Rule.BINARY;
    }
    if (upper.contains("_AI")) {
      return upper.contains("_CS") ? Rule.IGNORE_ACCENT : Rule.IGNORE_CASE_AND_ACCENT;
    }
    return upper.contains("_CS") ? Rule.CASE_SENSITIVE : Rule.IGNORE_CASE;
  }
}
