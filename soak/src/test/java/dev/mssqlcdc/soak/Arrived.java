package dev.mssqlcdc.soak;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.schemas.SourcePosition;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** A record of a topic. */
sealed interface Arrived {

  /** Its offset. */
  long offset();

  /** A row: its columns by their names in the source, in the form that {@link ColumnKind} gives. */
  sealed interface OfRow extends Arrived {

    String instance();

    /** Values of the record's key; empty without one. */
    Optional<List<Object>> key();

    Map<String, Object> values();
  }

  record Changed(
      long offset,
      String instance,
      SourcePosition position,
      Optional<List<Object>> key,
      Map<String, Object> values)
      implements OfRow {}

  record SnapshotRow(
      long offset,
      String instance,
      String snapshot,
      Optional<List<Object>> key,
      Map<String, Object> values)
      implements OfRow {}

  /** An event. */
  record Told(long offset, String instance, Lsn lsn, EventDetail detail, OptionalLong rows)
      implements Arrived {}
}
