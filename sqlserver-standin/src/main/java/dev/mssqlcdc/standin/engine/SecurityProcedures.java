package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.catalog.TableDef;
import dev.mssqlcdc.standin.model.Output;
import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.model.SqlType;
import dev.mssqlcdc.standin.model.SqlTypeName;
import dev.mssqlcdc.standin.sql.Lexer;
import dev.mssqlcdc.standin.sql.TokenCursor;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The older procedures for role members, and sp_spaceused. */
final class SecurityProcedures {
  private static final int PAGE_KILOBYTES = 8;
  private static final int ROWS_PER_PAGE = 100;

  private final Session session;

  SecurityProcedures(Session session) {
    this.session = session;
  }

  void register(Map<String, Procedures.Procedure> procedures) {
    procedures.put("sp_addrolemember", (arguments, out) -> member(arguments, true));
    procedures.put("sp_droprolemember", (arguments, out) -> member(arguments, false));
    procedures.put("sp_addsrvrolemember", (arguments, out) -> serverMember(arguments, true));
    procedures.put("sp_dropsrvrolemember", (arguments, out) -> serverMember(arguments, false));
    procedures.put("sp_spaceused", this::spaceUsed);
  }

  private void member(Arguments arguments, boolean add) {
    new PrincipalStatements(session)
        .alterMember(
            arguments.text(0, "@rolename").orElse(""),
            arguments.text(1, "@membername").orElse(""),
            add);
  }

  private void serverMember(Arguments arguments, boolean add) {
    new LoginStatements(session)
        .alterMember(
            arguments.text(1, "@rolename").orElse(""),
            arguments.text(0, "@loginame").orElse(""),
            add);
  }

  /** The row count is exact; sizes are as good as a guess, as they are on SQL Server. */
  private void spaceUsed(Arguments arguments, Output out) throws SQLException {
    String name =
        arguments
            .text(0, "@objname")
            .orElseThrow(
                () -> SqlError.notSupported("sp_spaceused without an object", "sp_spaceused"));
    TableDef table = table(name);
    long rows = session.database().rowCount(table);
    String size = kilobytes((rows / ROWS_PER_PAGE + 1) * PAGE_KILOBYTES);
    ResultTable result =
        new ResultTable()
            .columns(SqlType.nvarchar(128), "name")
            .columns(SqlType.sized(SqlTypeName.CHAR, 20), "rows")
            .columns(
                SqlType.sized(SqlTypeName.VARCHAR, 18), "reserved", "data", "index_size", "unused");
    result.row(
        table.name(),
        String.format(Locale.ROOT, "%-20d", rows),
        size,
        size,
        kilobytes(PAGE_KILOBYTES),
        kilobytes(0));
    result.send(out);
  }

  private static String kilobytes(long number) {
    return number + " KB";
  }

  private TableDef table(String text) {
    List<String> name = new TokenCursor(Lexer.tokens(text)).qualifiedName();
    Optional<TableDef> table = session.find(name);
    return table
        .filter(t -> new RunningStatement(session, session.database()).sees(t.objectId()))
        .orElseThrow(
            () ->
                SqlError.of(
                    15009,
                    "The object '"
                        + text
                        + "' does not exist in database '"
                        + session.database().name()
                        + "' or is invalid for this operation."));
  }
}
