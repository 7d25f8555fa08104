/** The delta-writer: Kafka topics to bronze, facts and control, exactly once. */
package dev.mssqlcdc.writer;
