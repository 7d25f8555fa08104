package dev.mssqlcdc.connector.core;

/** The statements by which a database's owner gives a reader the rights that it lacks. */
public final class Grants {

  private Grants() {}

  /**
   * @param object quoted two-part name
   * @param user the reader's name in the database, unquoted
   */
  public static String select(String object, String user) {
    return "GRANT SELECT ON " + object + " TO " + SqlNames.quote(user);
  }

  /**
   * Membership of the role that gates a table's capture instance. Who is no member cannot learn the
   * role's name, so the statement comes with the question that tells it to the owner.
   */
  public static String membership(TableId table, String user) {
    return "ALTER ROLE [<role>] ADD MEMBER %s, where <role> is the answer to: SELECT role_name FROM cdc.change_tables WHERE source_object_id = OBJECT_ID(%s)"
        .formatted(SqlNames.quote(user), SqlNames.literal(table.quoted()));
  }
}
