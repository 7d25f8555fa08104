package dev.mssqlcdc.connector.jdbc;

import dev.mssqlcdc.connector.core.SourceException;
import dev.mssqlcdc.connector.core.SourceException.Kind;
import java.security.cert.CertificateException;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.util.Set;

/** What SQL Server's error numbers mean to us. */
final class SqlErrors {

  private static final Set<Integer> CONNECTION =
      // Broken links, and a replica or cloud database that moves.
      Set.of(20, 64, 121, 233, 976, 983, 10053, 10054, 10060, 10928, 10929, 40197, 40501, 40613);
  private static final Set<Integer> STATEMENT = Set.of(1205, 1222, 3960);
  private static final Set<Integer> PERMISSION = Set.of(229, 230, 297, 300, 916);

  /** The last is what procedures say of a capture instance that they do not show. */
  private static final Set<Integer> MISSING = Set.of(208, 2812, 22981);

  private static final int SNAPSHOT_NOT_ALLOWED = 3952;
  private static final int LOGIN_FAILED = 18456;
  private static final int CANNOT_OPEN_DATABASE = 4060;

  private SqlErrors() {}

  static SourceException translate(String what, SQLException e, boolean connectionLost) {
    Kind kind = kind(e, connectionLost);
    String message = "%s failed: %s%s".formatted(what, e.getMessage(), number(e));
    return new SourceException(kind, message, remedy(kind, e.getErrorCode()), e);
  }

  private static String number(SQLException e) {
    return e.getErrorCode() == 0 ? "" : " (error " + e.getErrorCode() + ")";
  }

  private static Kind kind(SQLException e, boolean connectionLost) {
    if (isAboutCertificate(e)) {
      return Kind.CERTIFICATE;
    }
    return connectionLost && e.getErrorCode() == 0 ? Kind.CONNECTION : kind(e);
  }

  private static boolean isAboutCertificate(Throwable e) {
    return e != null && (e instanceof CertificateException || isAboutCertificate(e.getCause()));
  }

  private static Kind kind(SQLException e) {
    int code = e.getErrorCode();
    if (code == LOGIN_FAILED) {
      return Kind.LOGIN;
    } else if (code == CANNOT_OPEN_DATABASE) {
      return Kind.DATABASE;
    } else if (PERMISSION.contains(code)) {
      return Kind.PERMISSION;
    } else if (MISSING.contains(code)) {
      return Kind.MISSING_OBJECT;
    } else if (STATEMENT.contains(code) || isTimeout(e)) {
      return Kind.STATEMENT;
    } else if (CONNECTION.contains(code) || isConnectionState(e)) {
      return Kind.CONNECTION;
    }
    return Kind.OTHER;
  }

  private static boolean isTimeout(SQLException e) {
    return e instanceof SQLTimeoutException || "HYT00".equals(e.getSQLState());
  }

  private static boolean isConnectionState(SQLException e) {
    return e.getSQLState() != null && e.getSQLState().startsWith("08");
  }

  private static String remedy(Kind kind, int code) {
    if (code == SNAPSHOT_NOT_ALLOWED) {
      return "have a db_owner run: ALTER DATABASE CURRENT SET ALLOW_SNAPSHOT_ISOLATION ON; or set snapshot.isolation=read_committed";
    }
    return switch (kind) {
      case CONNECTION -> "check database.hostname, database.port, the network and TLS settings";
      case STATEMENT -> "look for long transactions that block readers";
      case CERTIFICATE ->
          "give the certificate of the server's authority by database.trustStore and database.trustStorePassword, and the name in it by database.hostNameInCertificate if the host has another; or accept any certificate by database.trustServerCertificate=true, which lets others pose as the server";
      case LOGIN -> "check database.user and database.password";
      case DATABASE -> "check database.names and that the login is a user of that database";
      case PERMISSION -> "grant SELECT on the object that the error names";
      case MISSING_OBJECT ->
          "check that change data capture is still enabled for the table and that the login may see its capture instance";
      default -> "see the error of the server";
    };
  }
}
