package dev.mssqlcdc.writer.delta;

/**
 * How a table's Parquet files are made.
 *
 * @param bytes about how many bytes one may have
 */
public record FileFormat(Compression compression, long bytes) {}
