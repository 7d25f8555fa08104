package dev.mssqlcdc.standin.engine;

import java.util.List;

/** INFORMATION_SCHEMA, as views over the catalog views. */
final class InformationSchema {
  private static final String TABLE =
      "d.name AS TABLE_CATALOG, s.name AS TABLE_SCHEMA, o.name AS TABLE_NAME";
  private static final String CONSTRAINT =
      "d.name AS CONSTRAINT_CATALOG, s.name AS CONSTRAINT_SCHEMA, k.name AS CONSTRAINT_NAME";
  private static final String FROM_TABLES =
      " FROM sys.tables o JOIN sys.schemas s ON s.schema_id = o.schema_id"
          + " CROSS JOIN sys.this_database d";
  private static final String KEYS =
      " JOIN sys.constraint_rows k ON k.parent_object_id = o.object_id";

  private InformationSchema() {}

  static List<String> views() {
    return List.of(
        view("TABLES", "SELECT " + TABLE + ", 'BASE TABLE' AS TABLE_TYPE" + FROM_TABLES),
        view(
            "SCHEMATA",
            "SELECT d.name AS CATALOG_NAME, s.name AS SCHEMA_NAME, 'dbo' AS SCHEMA_OWNER FROM"
                + " sys.schemas s CROSS JOIN sys.this_database d"),
        view("COLUMNS", columns()),
        view(
            "TABLE_CONSTRAINTS",
            "SELECT "
                + CONSTRAINT
                + ", "
                + TABLE
                + ", CASE k.type WHEN 'PK' THEN 'PRIMARY KEY' WHEN 'UQ' THEN 'UNIQUE' WHEN 'F' THEN"
                + " 'FOREIGN KEY' ELSE 'CHECK' END AS CONSTRAINT_TYPE, 'NO' AS IS_DEFERRABLE, 'NO'"
                + " AS INITIALLY_DEFERRED"
                + FROM_TABLES
                + KEYS
                + " WHERE k.type <> 'D'"),
        view("KEY_COLUMN_USAGE", keyColumns()),
        view(
            "REFERENTIAL_CONSTRAINTS",
            "SELECT "
                + CONSTRAINT
                + ", d.name AS UNIQUE_CONSTRAINT_CATALOG, s2.name AS UNIQUE_CONSTRAINT_SCHEMA,"
                + " i.name AS UNIQUE_CONSTRAINT_NAME, 'SIMPLE' AS MATCH_OPTION,"
                + " REPLACE(k.update_referential_action_desc, '_', ' ') AS UPDATE_RULE,"
                + " REPLACE(k.delete_referential_action_desc, '_', ' ') AS DELETE_RULE"
                + FROM_TABLES
                + KEYS
                + " JOIN sys.tables o2 ON o2.object_id = k.referenced_object_id JOIN"
                + " sys.schemas s2 ON s2.schema_id = o2.schema_id JOIN sys.indexes i ON i.object_id"
                + " = k.referenced_object_id AND i.is_primary_key WHERE k.type = 'F'"),
        view(
            "CHECK_CONSTRAINTS",
            "SELECT "
                + CONSTRAINT
                + ", k.definition AS CHECK_CLAUSE"
                + FROM_TABLES
                + KEYS
                + " WHERE k.type = 'C'"));
  }

  private static String view(String name, String query) {
    return "CREATE VIEW sys.\"INFORMATION_SCHEMA." + name + "\" AS " + query;
  }

  private static String keyColumns() {
    return "SELECT "
        + CONSTRAINT
        + ", "
        + TABLE
        + ", c.name AS COLUMN_NAME, u.ordinal AS ORDINAL_POSITION"
        + FROM_TABLES
        + KEYS
        + " JOIN (SELECT k1.object_id AS id, ic.column_id, ic.key_ordinal AS ordinal FROM"
        + " sys.constraint_rows k1 JOIN sys.index_columns ic ON ic.object_id = k1.parent_object_id"
        + " AND ic.index_id = k1.unique_index_id UNION ALL SELECT constraint_object_id,"
        + " parent_column_id, constraint_column_id FROM sys.foreign_key_columns) u ON u.id ="
        + " k.object_id JOIN sys.columns c ON c.object_id = o.object_id AND c.column_id ="
        + " u.column_id";
  }

  private static String columns() {
    return "SELECT "
        + TABLE
        + ", c.name AS COLUMN_NAME, CAST(ROW_NUMBER() OVER (PARTITION BY c.object_id ORDER BY"
        + " c.column_id) AS INTEGER) AS ORDINAL_POSITION, (SELECT k.definition FROM"
        + " sys.constraint_rows k WHERE k.parent_object_id = c.object_id AND k.parent_column_id ="
        + " c.column_id AND k.type = 'D') AS COLUMN_DEFAULT, CASE WHEN c.is_nullable THEN 'YES'"
        + " ELSE 'NO' END AS IS_NULLABLE, t.name AS DATA_TYPE, CASE WHEN t.name IN ('nchar',"
        + " 'nvarchar') AND c.max_length > 0 THEN c.max_length / 2 WHEN t.name IN ('char',"
        + " 'varchar', 'nvarchar', 'binary', 'varbinary', 'xml') THEN c.max_length WHEN t.name IN"
        + " ('text', 'image') THEN 2147483647 WHEN t.name = 'ntext' THEN 1073741823 END AS"
        + " CHARACTER_MAXIMUM_LENGTH, CASE WHEN t.name IN ('char', 'varchar', 'nchar', 'nvarchar',"
        + " 'binary', 'varbinary', 'xml') THEN c.max_length WHEN t.name IN ('text', 'image') THEN"
        + " 2147483647 WHEN t.name = 'ntext' THEN 2147483646 END AS CHARACTER_OCTET_LENGTH, CASE"
        + " WHEN t.name IN ('tinyint', 'smallint', 'int', 'bigint', 'decimal', 'numeric', 'money',"
        + " 'smallmoney', 'real', 'float') THEN c.precision END AS NUMERIC_PRECISION, CASE WHEN"
        + " t.name IN ('real', 'float') THEN 2 WHEN t.name IN ('tinyint', 'smallint', 'int',"
        + " 'bigint', 'decimal', 'numeric', 'money', 'smallmoney') THEN 10 END AS"
        + " NUMERIC_PRECISION_RADIX, CASE WHEN t.name IN ('tinyint', 'smallint', 'int', 'bigint',"
        + " 'decimal', 'numeric', 'money', 'smallmoney') THEN CAST(c.scale AS INTEGER) END AS"
        + " NUMERIC_SCALE, CASE WHEN t.name IN ('date', 'smalldatetime') THEN 0 WHEN t.name IN"
        + " ('time', 'datetime', 'datetime2', 'datetimeoffset') THEN c.scale END AS"
        + " DATETIME_PRECISION, CASE WHEN c.collation_name IS NULL THEN NULL WHEN t.name LIKE 'n%'"
        + " THEN 'UNICODE' ELSE 'iso_1' END AS CHARACTER_SET_NAME, c.collation_name AS"
        + " COLLATION_NAME"
        + FROM_TABLES
        + " JOIN sys.columns c ON c.object_id = o.object_id JOIN sys.types t ON t.user_type_id ="
        + " c.user_type_id";
  }
}
