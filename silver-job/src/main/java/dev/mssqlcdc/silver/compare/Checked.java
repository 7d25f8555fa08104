package dev.mssqlcdc.silver.compare;

import dev.mssqlcdc.schemas.Lsn;
import java.util.Map;

/**
 * A table that was compared.
 *
 * @param applied silver holds the changes up to this LSN
 * @param left names of columns that were not compared, and why
 * @param ranges in how many parts the table was compared
 * @param rangesRead of how many parts all values were compared
 * @param findings what was found
 */
public record Checked(
    Lsn applied, Map<String, String> left, int ranges, int rangesRead, Findings findings) {}
