package dev.mssqlcdc.standin.model;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * How the strings of a column, an expression or a database compare.
 *
 * @param name SQL Server's name; empty if the database's own collation is meant
 * @param databaseRule the rule of the database's collation, where the database is known
 */
public record Collation(String name, Rule rule, Rule databaseRule) {
  /** What two strings may differ in and still be equal, and how they sort. */
  public enum Rule {
    /** {@code _CI_AS}: dictionary order, upper and lower case are equal. */
    IGNORE_CASE,
    /** {@code _CS_AS}: dictionary order, lower case before upper case. */
    CASE_SENSITIVE,
    /** {@code _BIN} and {@code _BIN2}: the order of the UTF-16 units. */
    BINARY;

    /** True if both find the same strings equal, though they may sort them differently. */
    boolean equatesAs(Rule other) {
      return (this == IGNORE_CASE) == (other == IGNORE_CASE);
    }

    /** The rule that treats upper and lower case the opposite way. */
    public Rule opposite() {
      return this == IGNORE_CASE ? BINARY : IGNORE_CASE;
    }
  }

  /** A new server's and a new database's. */
  public static final Collation SERVER_DEFAULT =
      new Collation("SQL_Latin1_General_CP1_CI_AS", Rule.IGNORE_CASE, Rule.IGNORE_CASE);

  /** Nothing is declared: the database's collation. */
  public static final Collation OF_DATABASE = new Collation("", Rule.IGNORE_CASE, Rule.IGNORE_CASE);

  private static final Pattern KNOWN =
      Pattern.compile(
          "(SQL_LATIN1_GENERAL_CP1_C[IS]_AS)"
              + "|(LATIN1_GENERAL(_100)?_(BIN2?|C[IS]_AS(_KS)?(_WS)?))");

  /**
   * The collation of a name.
   *
   * @throws SqlError for a collation that the stand-in cannot compare by
   */
  public static Collation of(String name) {
    String upper = name.toUpperCase(Locale.ROOT);
    if (upper.equals("DATABASE_DEFAULT")) {
      return OF_DATABASE;
    }
    if (!KNOWN.matcher(upper).matches()) {
      throw SqlError.notSupported("the collation " + name, "COLLATE " + name);
    }
    return new Collation(canonical(upper), rule(upper), Rule.IGNORE_CASE);
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
    return isOfDatabase() ? this : new Collation(name, rule, database);
  }

  /** True if other strings are equal than in the database's collation. */
  public boolean equatesOtherwise() {
    return !isOfDatabase() && !rule.equatesAs(databaseRule);
  }

  /** True if the storage, which knows two rules, sorts by neither of them as this does. */
  public boolean sortsByKey() {
    return !isOfDatabase() && rule != (equatesOtherwise() ? databaseRule.opposite() : databaseRule);
  }

  private static Rule rule(String upper) {
    if (upper.contains("_BIN")) {
      return Rule.BINARY;
    }
    return upper.contains("_CS") ? Rule.CASE_SENSITIVE : Rule.IGNORE_CASE;
  }

  private static String canonical(String upper) {
    return upper.replace("LATIN1_GENERAL", "Latin1_General");
  }
}
