package dev.mssqlcdc.writer.kafka;

/** Steps of the writer between which its process can be made to die or to freeze. */
enum Moment {
  /** A data file is created. */
  FILE_BEGUN,
  FILE_WRITTEN,
  BRONZE_BEFORE,
  /** The log entry is half written, beside its place. */
  BRONZE_HALF,
  BRONZE_AFTER,
  FACTS_BEFORE,
  FACTS_HALF,
  FACTS_AFTER,
  CONTROL_BEFORE,
  CONTROL_HALF,
  CONTROL_AFTER,
  CHECKPOINT_BEGUN,
  /** It is complete, and not in its place yet. */
  CHECKPOINT_WRITTEN
}
