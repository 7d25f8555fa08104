package dev.mssqlcdc.connector.core;

import dev.mssqlcdc.schemas.Lsn;

/**
 * A change of a table's definition.
 *
 * @param instance the capture instance in whose history it stands
 * @param changesType whether captured values change their type
 * @param statement the DDL as recorded
 * @param lsn where it happened
 */
public record Ddl(String instance, boolean changesType, String statement, Lsn lsn) {}
