/**
 * The wire contract between connector, delta-writer and silver-job: log positions, operations, the
 * fields of a record, and the events that travel in line with the changes.
 */
package dev.mssqlcdc.schemas;
