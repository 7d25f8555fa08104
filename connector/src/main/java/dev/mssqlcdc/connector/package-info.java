/** A Kafka Connect source connector for SQL Server change data capture. */
package dev.mssqlcdc.connector;
