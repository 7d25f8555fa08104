package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.cdc.CdcErrors;
import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.sql.Lexer;
import dev.mssqlcdc.standin.sql.TokenCursor;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.h2.api.ErrorCode;

/**
 * SQL Server's functions as H2 calls them, by name. What depends on the database is read from its
 * tables through the connection that H2 passes.
 */
public final class SystemFunctions {
  private static final int LSN_BYTES = 10;

  private SystemFunctions() {}

  public static String serverProperty(Connection h2, String property) throws SQLException {
    return switch (property.toLowerCase(Locale.ROOT)) {
      case "servername", "machinename" -> text(h2, "SELECT server_name FROM sys.this_database");
      case "engineedition" -> "3";
      case "edition" -> "Developer Edition (64-bit)";
      case "productversion" -> "16.0.4135.4";
      case "productmajorversion" -> "16";
      case "productlevel" -> "RTM";
      case "collation" -> "SQL_Latin1_General_CP1_CI_AS";
      case "isclustered", "ishadrenabled", "isintegratedsecurityonly" -> "0";
      default -> null;
    };
  }

  public static String databaseProperty(Connection h2, String database, String property)
      throws SQLException {
    return switch (property.toLowerCase(Locale.ROOT)) {
      case "collation" ->
          text(h2, "SELECT collation_name FROM sys.databases WHERE name = ?", database);
      case "status" -> text(h2, "SELECT state_desc FROM sys.databases WHERE name = ?", database);
      case "updateability" ->
          text(h2, "SELECT 'READ_WRITE' FROM sys.databases WHERE name = ?", database);
      case "recovery" ->
          text(h2, "SELECT recovery_model_desc FROM sys.databases WHERE name = ?", database);
      default -> null;
    };
  }

  public static String databaseName(Connection h2) throws SQLException {
    return text(h2, "SELECT name FROM sys.this_database");
  }

  public static String databaseName(Connection h2, Integer id) throws SQLException {
    return text(h2, "SELECT name FROM sys.databases WHERE database_id = ?", id);
  }

  public static Integer databaseId(Connection h2) throws SQLException {
    return number(h2, "SELECT database_id FROM sys.this_database");
  }

  public static Integer databaseId(Connection h2, String name) throws SQLException {
    return number(h2, "SELECT database_id FROM sys.databases WHERE name = ?", name);
  }

  public static Integer objectId(Connection h2, String name) throws SQLException {
    List<String> parts = new TokenCursor(Lexer.tokens(name)).qualifiedName();
    String schema = parts.size() > 1 ? parts.get(parts.size() - 2) : "dbo";
    return number(
        h2,
        "SELECT o.object_id FROM sys.objects o JOIN sys.schemas s ON s.schema_id = o.schema_id"
            + " WHERE s.name = ? AND o.name = ?",
        schema.isEmpty() ? "dbo" : schema,
        parts.get(parts.size() - 1));
  }

  public static Integer objectId(Connection h2, String name, String type) throws SQLException {
    Integer id = objectId(h2, name);
    String actual = text(h2, "SELECT type FROM sys.objects WHERE object_id = ?", id);
    return actual != null && actual.strip().equalsIgnoreCase(type.strip()) ? id : null;
  }

  public static String objectName(Connection h2, Integer id) throws SQLException {
    return text(h2, "SELECT name FROM sys.objects WHERE object_id = ?", id);
  }

  public static String objectSchemaName(Connection h2, Integer id) throws SQLException {
    return text(
        h2,
        "SELECT s.name FROM sys.objects o JOIN sys.schemas s ON s.schema_id = o.schema_id"
            + " WHERE o.object_id = ?",
        id);
  }

  public static String objectName(Connection h2, Integer id, Integer database) throws SQLException {
    requireThis(h2, database, "OBJECT_NAME");
    return objectName(h2, id);
  }

  public static String objectSchemaName(Connection h2, Integer id, Integer database)
      throws SQLException {
    requireThis(h2, database, "OBJECT_SCHEMA_NAME");
    return objectSchemaName(h2, id);
  }

  /** A function sees the database in which its statement runs, and no other. */
  private static void requireThis(Connection h2, Integer database, String function)
      throws SQLException {
    if (database != null && !database.equals(databaseId(h2))) {
      throw SqlError.notSupported(function + " of another database", "database_id " + database);
    }
  }

  public static String schemaName(Connection h2, Integer id) throws SQLException {
    return text(h2, "SELECT name FROM sys.schemas WHERE schema_id = ?", id);
  }

  public static Integer schemaId(Connection h2, String name) throws SQLException {
    return number(h2, "SELECT schema_id FROM sys.schemas WHERE name = ?", name);
  }

  public static String columnName(Connection h2, Integer table, Integer column)
      throws SQLException {
    return text(
        h2, "SELECT name FROM sys.columns WHERE object_id = ? AND column_id = ?", table, column);
  }

  public static String typeName(Connection h2, Integer id) throws SQLException {
    return text(h2, "SELECT name FROM sys.types WHERE user_type_id = ?", id);
  }

  public static byte[] maxLsn(Connection h2) throws SQLException {
    return bytes(h2, "SELECT MAX(start_lsn) FROM cdc.lsn_time_mapping");
  }

  /** Zero for an instance that does not exist, is not for the caller or is not reached yet. */
  public static byte[] minLsn(Connection h2, String instance) throws SQLException {
    if (!RunningStatement.current().map(running -> running.mayRead(instance)).orElse(true)) {
      return new byte[LSN_BYTES];
    }
    byte[] lsn =
        bytes(
            h2,
            "SELECT start_lsn FROM cdc.change_tables WHERE capture_instance = ? AND start_lsn <="
                + " (SELECT MAX(start_lsn) FROM cdc.lsn_time_mapping)",
            instance);
    return lsn == null ? new byte[LSN_BYTES] : lsn;
  }

  public static byte[] incrementLsn(byte[] lsn) {
    return moved(lsn, 1);
  }

  public static byte[] decrementLsn(byte[] lsn) {
    return moved(lsn, -1);
  }

  private static byte[] moved(byte[] lsn, int by) {
    if (lsn == null) {
      return null;
    }
    byte[] sum =
        new BigInteger(1, Arrays.copyOf(lsn, LSN_BYTES)).add(BigInteger.valueOf(by)).toByteArray();
    byte[] result = new byte[LSN_BYTES];
    for (int i = 1; i <= LSN_BYTES && i <= sum.length; i++) {
      result[LSN_BYTES - i] = sum[sum.length - i];
    }
    return result;
  }

  public static LocalDateTime lsnToTime(Connection h2, byte[] lsn) throws SQLException {
    return value(
        h2,
        LocalDateTime.class,
        "SELECT tran_end_time FROM cdc.lsn_time_mapping WHERE start_lsn = ?",
        lsn);
  }

  public static byte[] timeToLsn(Connection h2, String operator, LocalDateTime time)
      throws SQLException {
    String query =
        switch (operator.toLowerCase(Locale.ROOT)) {
          case "largest less than" -> "SELECT MAX(start_lsn) %s < ?";
          case "largest less than or equal" -> "SELECT MAX(start_lsn) %s <= ?";
          case "smallest greater than" -> "SELECT MIN(start_lsn) %s > ?";
          case "smallest greater than or equal" -> "SELECT MIN(start_lsn) %s >= ?";
          default -> null;
        };
    // a function cannot raise an error: SQL Server's returns NULL too
    return query == null
        ? null
        : bytes(h2, query.formatted("FROM cdc.lsn_time_mapping WHERE tran_end_time"), time);
  }

  public static Integer columnOrdinal(Connection h2, String instance, String column)
      throws SQLException {
    return number(
        h2,
        "SELECT c.column_ordinal FROM cdc.captured_columns c JOIN cdc.change_tables t ON"
            + " t.object_id = c.object_id WHERE t.capture_instance = ? AND c.column_name = ?",
        instance,
        column);
  }

  public static Boolean isBitSet(Integer position, byte[] mask) {
    if (position == null || mask == null) {
      return null;
    }
    int bit = position - 1;
    int index = mask.length - 1 - bit / Byte.SIZE;
    return index >= 0 && (mask[index] & 1 << bit % Byte.SIZE) != 0;
  }

  public static Boolean hasColumnChanged(Connection h2, String instance, String column, byte[] mask)
      throws SQLException {
    return isBitSet(columnOrdinal(h2, instance, column), mask);
  }

  /**
   * Raises 313 unless the range lies within the instance's and the function has the option, 229 if
   * the function is not for the caller.
   */
  public static Boolean checkLsnRange(
      Connection h2, String function, String instance, byte[] from, byte[] to, String option)
      throws SQLException {
    RunningStatement.current()
        .ifPresent(running -> running.requireFunction(function + "_" + instance));
    byte[] max = maxLsn(h2);
    BigInteger low = new BigInteger(1, minLsn(h2, instance));
    boolean valid = from != null && to != null && max != null && low.signum() > 0;
    if (valid) {
      BigInteger first = new BigInteger(1, from);
      BigInteger last = new BigInteger(1, to);
      valid =
          first.compareTo(low) >= 0
              && first.compareTo(last) <= 0
              && last.compareTo(new BigInteger(1, max)) <= 0;
    }
    if (!valid || !hasOption(function, option)) {
      throw CdcErrors.badRange(function);
    }
    return true;
  }

  private static boolean hasOption(String function, String option) {
    List<String> options =
        function.equals("fn_cdc_get_all_changes")
            ? List.of("all", "all update old")
            : List.of("all", "all with mask", "all with merge");
    return option != null && options.contains(option.toLowerCase(Locale.ROOT));
  }

  public static String binaryToHex(byte[] value, int style) {
    if (value == null) {
      return null;
    }
    return (style == 1 ? "0x" : "") + HexFormat.of().withUpperCase().formatHex(value);
  }

  public static byte[] hexToBinary(String text, int style) {
    if (text == null) {
      return null;
    }
    return HexFormat.of().parseHex(style == 1 ? text.substring(2) : text);
  }

  private static String text(Connection h2, String sql, Object... arguments) throws SQLException {
    return value(h2, String.class, sql, arguments);
  }

  private static Integer number(Connection h2, String sql, Object... arguments)
      throws SQLException {
    return value(h2, Integer.class, sql, arguments);
  }

  private static byte[] bytes(Connection h2, String sql, Object... arguments) throws SQLException {
    return value(h2, byte[].class, sql, arguments);
  }

  /** The first column of the first row; null also where CDC's tables do not exist. */
  private static <T> T value(Connection h2, Class<T> type, String sql, Object... arguments)
      throws SQLException {
    try (PreparedStatement statement = h2.prepareStatement(sql)) {
      for (int i = 0; i < arguments.length; i++) {
        statement.setObject(i + 1, arguments[i]);
      }
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next() ? rows.getObject(1, type) : null;
      }
    } catch (SQLException e) {
      boolean noTable =
          e.getErrorCode() == ErrorCode.TABLE_OR_VIEW_NOT_FOUND_1
              || e.getErrorCode() == ErrorCode.TABLE_OR_VIEW_NOT_FOUND_DATABASE_EMPTY_1
              || e.getErrorCode() == ErrorCode.TABLE_OR_VIEW_NOT_FOUND_WITH_CANDIDATES_2;
      if (noTable) {
        return null;
      }
      throw e;
    }
  }
}
