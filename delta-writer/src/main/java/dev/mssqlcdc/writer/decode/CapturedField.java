package dev.mssqlcdc.writer.decode;

import dev.mssqlcdc.lake.Column;

/**
 * A captured column in a record schema.
 *
 * @param position the field's place in the record
 */
record CapturedField(int position, Column column, ValueConverter converter) {}
