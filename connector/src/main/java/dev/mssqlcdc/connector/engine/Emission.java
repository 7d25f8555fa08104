package dev.mssqlcdc.connector.engine;

import dev.mssqlcdc.connector.core.OffsetChange;
import dev.mssqlcdc.connector.record.WireRecord;

/**
 * A record on its way to the worker.
 *
 * @param channel its table
 * @param record its contents
 * @param change what it adds to the table's offset
 */
public record Emission(TableChannel channel, WireRecord record, OffsetChange change) {}
