/** Records in Confluent's wire format as rows and events: the only place that knows Avro. */
package dev.mssqlcdc.writer.decode;
