package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.security.DatabaseSecurity;
import dev.mssqlcdc.standin.security.Grant;
import dev.mssqlcdc.standin.security.Permission;
import dev.mssqlcdc.standin.security.Principal;
import dev.mssqlcdc.standin.security.Securable;
import java.util.Set;

/** Who may administer change data capture, and the principals and grants that it makes itself. */
final class CdcRights {
  private static final String USER = "cdc";
  private static final Set<String> FOR_SYSADMINS = Set.of("sp_cdc_enable_db", "sp_cdc_disable_db");
  private static final Set<String> FOR_OWNERS =
      Set.of(
          "sp_cdc_enable_table",
          "sp_cdc_disable_table",
          "sp_cdc_scan",
          "sp_cdc_cleanup_change_table",
          "sp_cdc_help_jobs",
          "sp_cdc_add_job",
          "sp_cdc_change_job",
          "sp_cdc_drop_job",
          "sp_cdc_start_job",
          "sp_cdc_stop_job");

  private final Session session;
  private final Database database;

  CdcRights(Session session) {
    this.session = session;
    this.database = session.database();
  }

  /**
   * Raises 22902 or 22904 if the session may not call a procedure.
   *
   * @param procedure a name in lower case
   */
  void requireFor(String procedure) {
    if (FOR_SYSADMINS.contains(procedure) && !session.security().isSysadmin()) {
      throw SqlError.of(
          22902,
          "Caller is not authorized to initiate the requested action. Sysadmin privileges are"
              + " required.");
    }
    if (FOR_OWNERS.contains(procedure) && !session.security().isOwner(database)) {
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
