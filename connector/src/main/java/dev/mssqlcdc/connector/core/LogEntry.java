package dev.mssqlcdc.connector.core;

import dev.mssqlcdc.schemas.Lsn;
import java.time.LocalDateTime;

/**
 * An entry of {@code cdc.lsn_time_mapping}: a commit, or an idle database's sign of life.
 *
 * @param lsn LSN of the commit
 * @param time its {@code tran_end_time}, server local time
 */
public record LogEntry(Lsn lsn, LocalDateTime time) {}
