package dev.mssqlcdc.connector.engine;

import dev.mssqlcdc.connector.core.Ddl;
import dev.mssqlcdc.schemas.Lsn;
import java.util.List;
import java.util.Optional;

/**
 * What a round found out about a table's next range, or about the rest of the open one.
 *
 * @param moment how far capture was before anything else was asked
 * @param firstChange the first commit above the last finished range that changed the table
 * @param ddl definition changes of the table's instance that were not handed on, in LSN order
 */
record PlannedRange(TableState table, Moment moment, Optional<Lsn> firstChange, List<Ddl> ddl) {}
