package dev.mssqlcdc.connector.core;

/**
 * A captured column as its instance lists it.
 *
 * @param name the source's name
 * @param columnId the source's {@code column_id}
 * @param ordinal its place among the instance's captured columns, from 1; update masks count by it
 * @param type as declared
 */
public record CapturedColumn(String name, int columnId, int ordinal, SqlType type) {}
