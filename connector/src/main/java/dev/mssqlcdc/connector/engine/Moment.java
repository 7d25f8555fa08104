package dev.mssqlcdc.connector.engine;

import dev.mssqlcdc.connector.core.LogEntry;
import dev.mssqlcdc.schemas.Lsn;
import java.util.Optional;

/**
 * How far capture was when a round began.
 *
 * @param maxLsn the last captured LSN
 * @param last the log's entry at or below it
 * @param lastTs that entry's time, microseconds since 1970 UTC; 0 without an entry
 * @param roundTripMillis of the question
 */
record Moment(Lsn maxLsn, Optional<LogEntry> last, long lastTs, double roundTripMillis) {}
