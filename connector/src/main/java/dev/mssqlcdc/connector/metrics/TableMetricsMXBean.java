package dev.mssqlcdc.connector.metrics;

/** The attributes of a table's bean. Numbers that are not known yet are NaN. */
public interface TableMetricsMXBean {

  @Meaning(
      "`opening` until its capture instance is found, `streaming`, `stopped` until the task restarts, or `ended` by "
          + "`snapshot.mode=initial_only`.")
  String getState();

  @Meaning("LSN up to which the table was handed to the worker; empty before the first record.")
  String getPosition();

  @Meaning(
      "Age of the commit at the position, seconds. On a quiet database it grows until capture's next idle entry, about "
          + "5 minutes.")
  double getIngestionLagSeconds();

  @Meaning(
      "Age of the last commit that the source has captured, seconds; one value for a database.")
  double getCaptureLagSeconds();

  @Meaning(
      "From the oldest change that the source still keeps of the table to the position, seconds: how long an outage may "
          + "last before changes are lost.")
  double getRetentionHeadroomSeconds();

  @Meaning("Change rows and snapshot rows read since the task started.")
  long getRowsRead();

  @Meaning("Size in memory of the rows that RowsRead counts, bytes, roughly.")
  long getBytesRead();

  @Meaning("How long the last range with changes took to read, seconds.")
  double getRangeSeconds();

  @Meaning(
      "How full the queue between reader and worker is, 0 to 1, by records or bytes, whichever is more (above 1 while one "
          + "large batch waits); one value for a "
          + "task. Near 1 the worker or Kafka is the limit, near 0 the source.")
  double getQueueFill();

  @Meaning(
      "Reads that were tried again after a lost connection, deadlock or timeout since the task started.")
  long getRetries();

  @Meaning(
      "Type and LSN of the last event that was read, `progress` left out; empty before the first.")
  String getLastEvent();

  @Meaning(
      "What became of the newest snapshot: `none`, `wanted` (it is to begin), `open`, "
          + "`reading`, `read`, `done` or `stopped`.")
  String getSnapshotState();

  @Meaning("Rows of the newest snapshot that this task, and the ones before it, read.")
  long getSnapshotRowsRead();

  @Meaning("Rows of the table when this task began to read it, as the server estimates.")
  double getSnapshotRowsEstimated();

  @Meaning("Rows of the snapshot read in a second since this task began with it, pauses included.")
  double getSnapshotRowsPerSecond();

  @Meaning("How long the rest of the snapshot takes, by estimate and rate, seconds.")
  double getSnapshotSecondsLeft();
}
