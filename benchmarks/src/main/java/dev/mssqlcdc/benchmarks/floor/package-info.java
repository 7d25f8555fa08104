/** The least that writing a topic's records as Parquet files can cost, in a process of its own. */
package dev.mssqlcdc.benchmarks.floor;
