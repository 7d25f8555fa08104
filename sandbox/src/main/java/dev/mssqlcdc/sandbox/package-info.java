/**
 * Real Kafka, Connect, schema registry and the SQL Server stand-in as child processes on free
 * ports, for the quickstart, the tests and the benchmarks.
 */
package dev.mssqlcdc.sandbox;
