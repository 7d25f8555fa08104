package dev.mssqlcdc.standin.engine;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The tables and views of the schema sys that are about principals and permissions. */
final class SecuritySchema {
  private static final String PERMISSION =
      "class tinyint not null, class_desc nvarchar(60), major_id int not null, minor_id int not"
          + " null, grantee_principal_id int not null, grantor_principal_id int not null, type"
          + " char(4) not null, permission_name nvarchar(128), state char(1) not null, state_desc"
          + " nvarchar(60)";

  private SecuritySchema() {}

  static Map<String, String> tables() {
    Map<String, String> tables = new LinkedHashMap<>();
    tables.put(
        "database_principal_rows",
        "name sysname not null, principal_id int not null, type char(1) not null, type_desc"
            + " nvarchar(60), default_schema_name sysname, create_date datetime not null,"
            + " modify_date datetime not null, owning_principal_id int, sid varbinary(85),"
            + " is_fixed_role bit not null, authentication_type int not null,"
            + " authentication_type_desc nvarchar(60)");
    tables.put(
        "database_role_member_rows",
        "role_principal_id int not null, member_principal_id int not" + " null");
    tables.put("database_permission_rows", PERMISSION);
    tables.put(
        "server_principal_rows",
        "name sysname not null, principal_id int not null, sid varbinary(85), type char(1) not"
            + " null, type_desc nvarchar(60), is_disabled bit not null, create_date datetime not"
            + " null, modify_date datetime not null, default_database_name sysname,"
            + " default_language_name sysname, credential_id int, owning_principal_id int,"
            + " is_fixed_role bit not null");
    tables.put(
        "server_role_member_rows",
        "role_principal_id int not null, member_principal_id int not" + " null");
    tables.put("server_permission_rows", PERMISSION);
    tables.put(
        "dm_exec_session_wait_stats",
        "session_id smallint not null, wait_type nvarchar(60) not null, waiting_tasks_count bigint"
            + " not null, wait_time_ms bigint not null, max_wait_time_ms bigint not null,"
            + " signal_wait_time_ms bigint not null");
    return tables;
  }

  static List<String> views() {
    return List.of(
        "CREATE VIEW sys.database_principals AS SELECT * FROM sys.database_principal_rows WHERE"
            + " sys.sees_principal(principal_id)",
        "CREATE VIEW sys.database_role_members AS SELECT * FROM sys.database_role_member_rows"
            + " WHERE sys.sees_principal(role_principal_id) AND"
            + " sys.sees_principal(member_principal_id)",
        "CREATE VIEW sys.database_permissions AS SELECT * FROM sys.database_permission_rows WHERE"
            + " sys.sees_principal(grantee_principal_id)",
        "CREATE VIEW sys.server_principals AS SELECT * FROM sys.server_principal_rows WHERE"
            + " sys.sees_login(principal_id)",
        "CREATE VIEW sys.server_role_members AS SELECT * FROM sys.server_role_member_rows WHERE"
            + " sys.sees_login(member_principal_id)",
        "CREATE VIEW sys.server_permissions AS SELECT * FROM sys.server_permission_rows WHERE"
            + " sys.sees_login(grantee_principal_id)",
        "CREATE VIEW sys.sql_logins AS SELECT name, principal_id, sid, type, type_desc,"
            + " is_disabled, create_date, modify_date, default_database_name,"
            + " default_language_name, credential_id FROM sys.server_principals WHERE type ="
            + " 'S'");
  }
}
