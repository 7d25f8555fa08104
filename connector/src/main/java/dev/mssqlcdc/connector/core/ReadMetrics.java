package dev.mssqlcdc.connector.core;

/**
 * How a range's read went.
 *
 * @param sourceRttMillis round trip of the question for the last captured LSN
 * @param readSeconds from the first question about the range to its last row
 * @param readMegabytes the rows in memory, roughly
 * @param sourceMaxCommitTs time of the last captured commit, microseconds since 1970 UTC
 * @param captureLagSeconds server clock minus that time
 * @param ingestionLagSeconds server clock minus the commit time of the range's end
 */
public record ReadMetrics(
    double sourceRttMillis,
    double readSeconds,
    double readMegabytes,
    long sourceMaxCommitTs,
    double captureLagSeconds,
    double ingestionLagSeconds) {}
