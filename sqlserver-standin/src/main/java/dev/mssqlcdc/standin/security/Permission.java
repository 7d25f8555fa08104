package dev.mssqlcdc.standin.security;

import static dev.mssqlcdc.standin.security.Scope.DATABASE;
import static dev.mssqlcdc.standin.security.Scope.OBJECT;
import static dev.mssqlcdc.standin.security.Scope.SCHEMA;
import static dev.mssqlcdc.standin.security.Scope.SERVER;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The permissions that the stand-in knows, with SQL Server's codes and scopes. */
public enum Permission {
  CONTROL("CL", OBJECT, SCHEMA, DATABASE),
  ALTER("AL", OBJECT, SCHEMA, DATABASE),
  SELECT("SL", OBJECT, SCHEMA, DATABASE),
  INSERT("IN", OBJECT, SCHEMA, DATABASE),
  UPDATE("UP", OBJECT, SCHEMA, DATABASE),
  DELETE("DL", OBJECT, SCHEMA, DATABASE),
  EXECUTE("EX", OBJECT, SCHEMA, DATABASE),
  REFERENCES("RF", OBJECT, SCHEMA, DATABASE),
  VIEW_DEFINITION("VW", OBJECT, SCHEMA, DATABASE),
  VIEW_CHANGE_TRACKING("VWCT", OBJECT, SCHEMA),
  TAKE_OWNERSHIP("TO", OBJECT, SCHEMA, DATABASE),
  CONNECT("CO", DATABASE),
  CREATE_TABLE("CRTB", DATABASE),
  CREATE_VIEW("CRVW", DATABASE),
  CREATE_PROCEDURE("CRPR", DATABASE),
  CREATE_FUNCTION("CRFN", DATABASE),
  CREATE_SCHEMA("CRSM", DATABASE),
  CREATE_ROLE("CRRL", DATABASE),
  ALTER_ANY_SCHEMA("ALSM", DATABASE),
  ALTER_ANY_USER("ALUS", DATABASE),
  ALTER_ANY_ROLE("ALRL", DATABASE),
  BACKUP_DATABASE("BADB", DATABASE),
  SHOWPLAN("SPLN", DATABASE),
  VIEW_DATABASE_STATE("VWDS", DATABASE),
  CONTROL_SERVER("CL", SERVER),
  CONNECT_SQL("COSQ", SERVER),
  VIEW_SERVER_STATE("VWSS", SERVER),
  VIEW_ANY_DATABASE("VWDB", SERVER),
  VIEW_ANY_DEFINITION("VWAD", SERVER),
  ALTER_ANY_LOGIN("ALLG", SERVER),
  ALTER_ANY_DATABASE("ALDB", SERVER),
  CREATE_ANY_DATABASE("CRDB", SERVER);

  private static final int CODE_LENGTH = 4;
  private static final Set<Permission> OF_COLUMNS = Set.of(SELECT, UPDATE, REFERENCES);
  private static final Set<Permission> ALTERING =
      Set.of(
          CREATE_TABLE,
          CREATE_VIEW,
          CREATE_PROCEDURE,
          CREATE_FUNCTION,
          CREATE_SCHEMA,
          CREATE_ROLE,
          ALTER_ANY_SCHEMA,
          ALTER_ANY_USER,
          ALTER_ANY_ROLE);

  private final String code;

  @SuppressWarnings("ImmutableEnumChecker") // List.of is immutable
  private final List<Scope> scopes;

  Permission(String code, Scope... scopes) {
    this.code = code;
    this.scopes = List.of(scopes);
  }

  /** The permission of a name such as {@code VIEW DEFINITION}, in any case. */
  public static Optional<Permission> named(String name) {
    if (name.equalsIgnoreCase("EXEC")) {
      return Optional.of(EXECUTE);
    }
    return Arrays.stream(values()).filter(p -> p.sqlName().equalsIgnoreCase(name)).findFirst();
  }

  /** The name as GRANT writes it. */
  public String sqlName() {
    return name().replace('_', ' ');
  }

  /** {@code type} of {@code sys.database_permissions}: four characters. */
  public String code() {
    return code + " ".repeat(CODE_LENGTH - code.length());
  }

  public boolean appliesTo(Scope scope) {
    return scopes.contains(scope);
  }

  /** True if it can be granted on single columns. */
  public boolean ofColumns() {
    return OF_COLUMNS.contains(this);
  }

  /** True if who holds this permission on a securable holds the wanted one on all it contains. */
  boolean covers(Permission wanted, Scope heldOn) {
    if (this == wanted || this == CONTROL) {
      return true;
    }
    boolean wholeDatabase = heldOn == DATABASE;
    return wholeDatabase
        && ((this == ALTER && ALTERING.contains(wanted))
            || (this == ALTER_ANY_SCHEMA && wanted == ALTER));
  }
}
