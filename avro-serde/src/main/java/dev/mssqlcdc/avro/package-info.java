/**
 * Avro in Confluent's wire format, for any registry that serves the Confluent REST API: the schema
 * client and decoder of consumers, and the converter of Connect workers.
 */
package dev.mssqlcdc.avro;
