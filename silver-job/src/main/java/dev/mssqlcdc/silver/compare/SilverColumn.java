package dev.mssqlcdc.silver.compare;

/**
 * A captured column of a silver table.
 *
 * @param name its name
 * @param type the type's name in Spark
 */
public record SilverColumn(String name, String type) {}
