package dev.mssqlcdc.avro;

/**
 * What of a Connect schema goes into its Avro schema.
 *
 * @param metadata whether name, type, version, documentation and parameters do
 * @param enums whether strings that were Avro enums become so again
 */
record Mapping(boolean metadata, boolean enums) {}
