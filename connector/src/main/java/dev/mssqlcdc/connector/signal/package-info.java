/** The Kafka topic by which snapshots are asked for, paused, resumed and stopped. */
package dev.mssqlcdc.connector.signal;
