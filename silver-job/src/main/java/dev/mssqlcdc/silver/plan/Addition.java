package dev.mssqlcdc.silver.plan;

import dev.mssqlcdc.schemas.Lsn;

/** Rows of a snapshot that are images like any other, added to what silver stands on. */
public sealed interface Addition permits PartialSnapshot, Chunk {

  /** The event that told that all its rows have come. */
  EventOffset at();

  /** No stamp of its rows lies below. */
  Lsn from();

  /** Whether its rows may be ranked with the changes up to a verdict. */
  boolean isReadyAt(Verdict verdict);
}
