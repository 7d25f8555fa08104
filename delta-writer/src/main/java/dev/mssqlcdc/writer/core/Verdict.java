package dev.mssqlcdc.writer.core;

import dev.mssqlcdc.schemas.Lsn;
import java.util.OptionalLong;

/**
 * Up to where a table is complete.
 *
 * @param endCommitTs commit time of the LSN, microseconds UTC, where it is known
 */
public record Verdict(Lsn endLsn, OptionalLong endCommitTs) {}
