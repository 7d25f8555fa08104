package dev.mssqlcdc.writer.tables;

import dev.mssqlcdc.writer.core.Batch;
import dev.mssqlcdc.writer.core.TableStopException;
import java.util.Optional;

/**
 * A batch that is in bronze, where it had rows, and not yet in facts.
 *
 * @param position where the table stands once the facts are written
 * @param records how many records it covers
 * @param stop why it ended before the record that follows
 */
public record Written(
    TablePosition position,
    FactsBatch facts,
    Batch batch,
    int records,
    Optional<TableStopException> stop) {}
