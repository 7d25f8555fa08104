package dev.mssqlcdc.standin.engine;

/** Transaction isolation, named as both SQL Server and H2 name it. */
enum IsolationLevel {
  READ_UNCOMMITTED,
  READ_COMMITTED,
  REPEATABLE_READ,
  SERIALIZABLE,
  SNAPSHOT;

  String h2Statement() {
    return "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL " + name().replace('_', ' ');
  }
}
