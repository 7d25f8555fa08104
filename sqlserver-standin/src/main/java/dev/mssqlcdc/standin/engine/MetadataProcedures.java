package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.catalog.ColumnDef;
import dev.mssqlcdc.standin.catalog.KeyDef;
import dev.mssqlcdc.standin.catalog.TableDef;
import dev.mssqlcdc.standin.model.Output;
import dev.mssqlcdc.standin.model.SqlType;
import dev.mssqlcdc.standin.model.SqlTypeName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The catalog procedures that drivers call for metadata. */
final class MetadataProcedures {
  private final Session session;

  MetadataProcedures(Session session) {
    this.session = session;
  }

  void register(Map<String, Procedures.Procedure> procedures) {
    procedures.put("sp_tables", this::tables);
    procedures.put("sp_pkeys", this::primaryKeys);
    procedures.put("sp_columns_100", this::columns);
    procedures.put("sp_columns_170", this::columns);
    procedures.put("sp_columns", this::columns);
    procedures.put("sp_statistics", this::statistics);
    procedures.put("sp_statistics_100", this::statistics);
  }

  private List<TableDef> matching(Optional<String> name, Optional<String> owner) {
    return session.database().catalog().tables().stream()
        .filter(table -> !table.schema().equalsIgnoreCase("sys"))
        .filter(table -> new RunningStatement(session, session.database()).sees(table.objectId()))
        .filter(table -> like(name, table.name()) && like(owner, table.schema()))
        .toList();
  }

  /** LIKE with {@code %}, {@code _} and {@code [x]}; nothing or an empty pattern matches all. */
  private static boolean like(Optional<String> pattern, String value) {
    if (pattern.isEmpty() || pattern.get().isEmpty()) {
      return true;
    }
    StringBuilder regex = new StringBuilder();
    String text = pattern.get();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      int close = c == '[' ? text.indexOf(']', i + 1) : -1;
      if (close > 0) {
        regex.append(Pattern.quote(text.substring(i + 1, close)));
        i = close;
      } else {
        regex.append(c == '%' ? ".*" : c == '_' ? "." : Pattern.quote(String.valueOf(c)));
      }
    }
    return Pattern.compile(regex.toString(), Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE)
        .matcher(value)
        .matches();
  }

  private void tables(Arguments arguments, Output out) {
    ResultTable result =
        new ResultTable()
            .names("TABLE_QUALIFIER", "TABLE_OWNER", "TABLE_NAME", "TABLE_TYPE", "REMARKS");
    Optional<String> types = arguments.text(3, "@table_type");
    if (types.isEmpty() || types.get().contains("'TABLE'")) {
      for (TableDef table :
          matching(arguments.text(0, "@table_name"), arguments.text(1, "@table_owner"))) {
        result.row(session.database().name(), table.schema(), table.name(), "TABLE", null);
      }
    }
    result.send(out);
  }

  private void primaryKeys(Arguments arguments, Output out) {
    ResultTable result =
        new ResultTable()
            .names("TABLE_QUALIFIER", "TABLE_OWNER", "TABLE_NAME", "COLUMN_NAME")
            .columns(SqlTypeName.SMALLINT, "KEY_SEQ")
            .names("PK_NAME");
    for (TableDef table :
        matching(arguments.text(0, "@table_name"), arguments.text(1, "@table_owner"))) {
      KeyDef key = table.primaryKey().orElse(null);
      int ordinal = 1;
      for (String column : key == null ? List.<String>of() : key.columns()) {
        result.row(
            session.database().name(), table.schema(), table.name(), column, ordinal++, key.name());
      }
    }
    result.send(out);
  }

  private void statistics(Arguments arguments, Output out) {
    ResultTable result =
        new ResultTable()
            .names("TABLE_QUALIFIER", "TABLE_OWNER", "TABLE_NAME")
            .columns(SqlTypeName.SMALLINT, "NON_UNIQUE")
            .names("INDEX_QUALIFIER", "INDEX_NAME")
            .columns(SqlTypeName.SMALLINT, "TYPE", "SEQ_IN_INDEX")
            .names("COLUMN_NAME")
            .columns(SqlType.sized(SqlTypeName.VARCHAR, 1), "COLLATION")
            .columns(SqlTypeName.INT, "CARDINALITY", "PAGES")
            .columns(SqlType.sized(SqlTypeName.VARCHAR, 128), "FILTER_CONDITION");
    boolean uniqueOnly = arguments.text(4, "@is_unique").filter("Y"::equalsIgnoreCase).isPresent();
    for (TableDef table :
        matching(arguments.text(0, "@table_name"), arguments.text(1, "@table_owner"))) {
      for (KeyDef key : table.keys()) {
        if (uniqueOnly && !key.unique()) {
          continue;
        }
        int type = key.kind() == KeyDef.Kind.PRIMARY_KEY ? 1 : 3;
        int ordinal = 1;
        for (String column : key.columns()) {
          result.row(
              session.database().name(),
              table.schema(),
              table.name(),
              key.unique() ? 0 : 1,
              table.name(),
              key.name(),
              type,
              ordinal++,
              column,
              "A",
              0,
              0,
              null);
        }
      }
    }
    result.send(out);
  }

  private void columns(Arguments arguments, Output out) {
    ResultTable result = columnsHeader();
    for (TableDef table :
        matching(arguments.text(0, "@table_name"), arguments.text(1, "@table_owner"))) {
      int ordinal = 1;
      for (ColumnDef column : table.columns()) {
        if (like(arguments.text(3, "@column_name"), column.name())) {
          columnRow(result, table, column, ordinal);
        }
        ordinal++;
      }
    }
    result.send(out);
  }

  private static ResultTable columnsHeader() {
    return new ResultTable()
        .names("TABLE_QUALIFIER", "TABLE_OWNER", "TABLE_NAME", "COLUMN_NAME")
        .columns(SqlTypeName.SMALLINT, "DATA_TYPE")
        .names("TYPE_NAME")
        .columns(SqlTypeName.INT, "PRECISION", "LENGTH")
        .columns(SqlTypeName.SMALLINT, "SCALE", "RADIX", "NULLABLE")
        .columns(SqlType.sized(SqlTypeName.VARCHAR, 254), "REMARKS")
        .columns(SqlType.nvarchar(4000), "COLUMN_DEF")
        .columns(SqlTypeName.SMALLINT, "SQL_DATA_TYPE", "SQL_DATETIME_SUB")
        .columns(SqlTypeName.INT, "CHAR_OCTET_LENGTH", "ORDINAL_POSITION")
        .columns(SqlType.sized(SqlTypeName.VARCHAR, 254), "IS_NULLABLE")
        .columns(
            SqlTypeName.SMALLINT,
            "SS_IS_SPARSE",
            "SS_IS_COLUMN_SET",
            "SS_IS_COMPUTED",
            "SS_IS_IDENTITY")
        .names(
            "SS_UDT_CATALOG_NAME",
            "SS_UDT_SCHEMA_NAME",
            "SS_UDT_ASSEMBLY_TYPE_NAME",
            "SS_XML_SCHEMACOLLECTION_CATALOG_NAME",
            "SS_XML_SCHEMACOLLECTION_SCHEMA_NAME",
            "SS_XML_SCHEMACOLLECTION_NAME")
        .columns(SqlTypeName.TINYINT, "SS_DATA_TYPE");
  }

  private void columnRow(ResultTable result, TableDef table, ColumnDef column, int ordinal) {
    OdbcType odbc = OdbcType.of(column.type());
    result.row(
        session.database().name(),
        table.schema(),
        table.name(),
        column.name(),
        odbc.code(),
        column.type().name().sqlName() + (column.identity() ? " identity" : ""),
        odbc.precision(),
        odbc.length(),
        odbc.scale(),
        odbc.radix(),
        column.nullable() ? 1 : 0,
        null,
        null,
        odbc.code(),
        null,
        odbc.octets(),
        ordinal,
        column.nullable() ? "YES" : "NO",
        0,
        0,
        column.computed() ? 1 : 0,
        column.identity() ? 1 : 0,
        null,
        null,
        null,
        null,
        null,
        null,
        column.type().name().systemTypeId() & 0xFF);
  }
}
