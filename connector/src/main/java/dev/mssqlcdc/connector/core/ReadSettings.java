package dev.mssqlcdc.connector.core;

import java.util.Optional;

/**
 * How a task reads.
 *
 * @param server the source's name in events
 * @param database the database read
 * @param zone the server's time zone, when the user named it
 * @param snapshot when and how tables are read
 * @param pollMillis pause between questions for changes when there are none
 * @param progressMillis least time between two progress events of a table without changes
 * @param commitsPerRange commits read before progress is announced
 * @param batchSize records handed over at once, at most
 * @param connections tables whose changes are read at once, each over a connection of its own
 * @param maxRetries failed attempts in a row that are tried again
 * @param rowLimit the largest row that is sent
 * @param filter which columns are read
 * @param loss what happens to a table that lost changes
 * @param failsOnDdl whether a table stops at every change of its definition
 * @param compatibility how the fields of records may change
 */
public record ReadSettings(
    String server,
    String database,
    Optional<ServerZone> zone,
    SnapshotSettings snapshot,
    long pollMillis,
    long progressMillis,
    int commitsPerRange,
    int batchSize,
    int connections,
    int maxRetries,
    RowLimit rowLimit,
    TableFilter filter,
    LossPolicy loss,
    boolean failsOnDdl,
    Compatibility compatibility) {}
