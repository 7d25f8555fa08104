package dev.mssqlcdc.standin.model;

/**
 * A column of a result set.
 *
 * @param name the label, empty for an unnamed expression
 */
public record Column(String name, SqlType type, boolean nullable, boolean identity) {

  /** A nullable column that is no identity. */
  public static Column of(String name, SqlType type) {
    return new Column(name, type, true, false);
  }

  public static Column of(String name, SqlTypeName type) {
    return of(name, SqlType.of(type));
  }

  /** The column with the collation of its database where it declares none. */
  public Column within(Collation database) {
    return type.collation().isOfDatabase()
        ? new Column(name, type.withCollation(database), nullable, identity)
        : this;
  }
}
