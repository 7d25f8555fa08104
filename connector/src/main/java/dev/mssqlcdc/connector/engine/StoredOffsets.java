package dev.mssqlcdc.connector.engine;

import dev.mssqlcdc.connector.core.TableOffset;
import java.util.Collection;
import java.util.Map;

/** Where the worker stores offsets: what a task would begin from if this one ended now. */
@FunctionalInterface
public interface StoredOffsets {

  /** The stored offsets of some tables; those without one, and all when none can be read, lack. */
  Map<TableChannel, TableOffset> of(Collection<TableChannel> channels);
}
