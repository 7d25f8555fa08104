/**
 * Delta tables through Delta Kernel: the adapter of {@code lake}'s port, commits at exactly one
 * version, our own Parquet files. Nothing outside this package knows Kernel, Parquet or Hadoop.
 */
package dev.mssqlcdc.writer.delta;
