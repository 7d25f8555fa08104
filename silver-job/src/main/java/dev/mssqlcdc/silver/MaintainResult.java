package dev.mssqlcdc.silver;

import java.time.Duration;

/**
 * What maintenance did with one table.
 *
 * @param table layer and name
 * @param rowsDeleted rows deleted
 * @param filesBefore small files that were put together
 * @param filesAfter files that they became
 * @param vacuumed whether files that no version needs were removed
 * @param note why rows are kept that are old enough, or what went wrong; otherwise empty
 * @param failed whether something went wrong
 * @param took how long it took
 */
public record MaintainResult(
    String table,
    long rowsDeleted,
    long filesBefore,
    long filesAfter,
    boolean vacuumed,
    String note,
    boolean failed,
    Duration took) {}
