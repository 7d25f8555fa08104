package dev.mssqlcdc.benchmarks.floor;

import org.apache.avro.generic.GenericRecord;

/**
 * A decoded record and where it was.
 *
 * @param value the record
 * @param offset its offset
 */
record FloorRow(GenericRecord value, long offset) {}
