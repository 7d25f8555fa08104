package dev.mssqlcdc.standin.lock;

/**
 * What is locked of a table.
 *
 * @param table its object_id
 */
public record Resource(int table, Part part) {

  /** The two things about a table that are locked apart. */
  public enum Part {
    ROWS,
    /** What its columns are. Who writes rows keeps it as it is until the transaction ends. */
    SHAPE
  }

  public static Resource rows(int table) {
    return new Resource(table, Part.ROWS);
  }

  public static Resource shape(int table) {
    return new Resource(table, Part.SHAPE);
  }
}
