package dev.mssqlcdc.connector.core;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * How a range's read went.
 *
 * @param retentionWatermarkTs time of the oldest change that the source still keeps, microseconds
 *     since 1970 UTC; empty when it is not known
 * @param retentionHeadroomHours from there to the commit time of the range's end
 * @param sourceRttMillis round trip of the question for the last captured LSN
 * @param readSeconds from the first question about the range to its last row
 * @param readMegabytes the rows in memory, roughly
 * @param sourceMaxCommitTs time of the last captured commit, microseconds since 1970 UTC
 * @param captureLagSeconds server clock minus that time
 * @param ingestionLagSeconds server clock minus the commit time of the range's end
 */
public record ReadMetrics(
    OptionalLong retentionWatermarkTs,
    OptionalDouble retentionHeadroomHours,
    double sourceRttMillis,
    double readSeconds,
    double readMegabytes,
    long sourceMaxCommitTs,
    double captureLagSeconds,
    double ingestionLagSeconds) {}
