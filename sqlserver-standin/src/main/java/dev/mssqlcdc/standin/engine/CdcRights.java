package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.security.DatabaseSecurity;
import dev.mssqlcdc.standin.security.Grant;
import dev.mssqlcdc.standin.security.Permission;
import dev.mssqlcdc.standin.security.Principal;
import dev.mssqlcdc.standin.security.Securable;

/** Who may administer change data capture, and the principals and grants that it makes itself. */
final class CdcRights {
  private static final String USER = "cdc";

  private final Session session;
  private final Database database;

  CdcRights(Session session) {
    this.session = session;
    this.database = session.database();
  }

  /** Raises 22902 for all but sysadmins. */
  void requireSysadmin() {
    if (!session.security().isSysadmin()) {
      throw SqlError.of(
          22902,
          "Caller is not authorized to initiate the requested action. Sysadmin privileges are"
              + " required.");
    }
  }

  /** Raises 22904 for all but sysadmins and db_owners. */
  void requireOwner() {
    if (!session.security().isOwner(database)) {
      throw SqlError.of(
          22904,
          "Caller is not authorized to initiate the requested action. DBO privileges are"
              + " required.");
    }
  }

  /** The user cdc; everyone may read when commits were captured. */
  void databaseEnabled() {
    DatabaseSecurity security = database.security();
    if (security.principal(USER).isEmpty()) {
      security.create(USER, Principal.Kind.USER, Principal.NO_LOGIN);
    }
    Securable mapping = Securables.object(database, "cdc", "lsn_time_mapping");
    security.put(new Grant(Grant.State.GRANT, Permission.SELECT, mapping, Principal.PUBLIC));
  }

  void databaseDisabled() {
    database.security().principal(USER).ifPresent(database.security()::drop);
  }

  /** The role of {@code @role_name} is made if there is none. */
  void gatedBy(String role) {
    if (database.security().principal(role).isEmpty()) {
      database.security().create(role, Principal.Kind.ROLE, Principal.NO_LOGIN);
    }
  }
}
