package dev.mssqlcdc.connector.core;

/** A column that the source table has now. */
public record TableColumn(String name, int columnId, boolean computed) {}
