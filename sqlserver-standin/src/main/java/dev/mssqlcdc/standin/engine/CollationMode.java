package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.model.Collation;
import dev.mssqlcdc.standin.model.TextOrder;
import org.h2.value.CompareMode;

/**
 * H2's comparisons of strings by the collation of a database. H2 has two types of string: VARCHAR
 * follows the database's collation, VARCHAR_IGNORECASE (which H2 says here with {@code other}) the
 * one that treats upper and lower case the opposite way.
 */
final class CollationMode extends CompareMode {
  private final Collation.Rule own;
  private final Collation.Rule opposite;

  CollationMode(Collation database) {
    super("SQLSERVER_" + database.rule(), 0);
    this.own = database.rule();
    this.opposite = own.opposite();
  }

  @Override
  public int compareString(String a, String b, boolean other) {
    return TextOrder.compare(a, b, other ? opposite : own);
  }

  @Override
  public boolean equalsChars(String a, int ai, String b, int bi, boolean other) {
    return TextOrder.sameCharacter(a.charAt(ai), b.charAt(bi), other ? opposite : own);
  }
}
