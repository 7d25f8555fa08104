/**
 * The pure core: positions, ranges, offsets, names, types and time as data. It imports neither JDBC
 * nor Kafka, so that its rules are tested without either.
 */
package dev.mssqlcdc.connector.core;
