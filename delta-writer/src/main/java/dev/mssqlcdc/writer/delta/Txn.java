package dev.mssqlcdc.writer.delta;

/**
 * A Delta transaction id: how far an application has come.
 *
 * @param version the Kafka offset of the last record that the commit covers
 */
public record Txn(String appId, long version) {}
