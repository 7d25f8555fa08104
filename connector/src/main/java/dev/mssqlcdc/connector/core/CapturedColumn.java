package dev.mssqlcdc.connector.core;

/** A captured column as its instance lists it. */
public record CapturedColumn(String name, int columnId, SqlType type) {}
