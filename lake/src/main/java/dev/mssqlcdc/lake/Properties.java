package dev.mssqlcdc.lake;

/** Delta table properties of ours. */
public final class Properties {

  /** Number of the kind's migrations that the table has seen; absent means 0. */
  public static final String SCHEMA_VERSION = "mssqlcdc.schema_version";

  /** How many of the kind's migrations a program must know to write the table; absent means 0. */
  public static final String MIN_VERSION = "mssqlcdc.min_version";

  /**
   * Bronze: the record key's columns as a JSON array of names; absent for a keyless table. Silver:
   * those of the key, also a declared one, that its rows are of.
   */
  public static final String KEY_COLUMNS = "mssqlcdc.key_columns";

  /** Bronze: the Kafka topic that feeds it. */
  public static final String TOPIC = "mssqlcdc.topic";

  /**
   * Bronze: Kafka's id of that topic, which a topic created anew does not share; with a dot and a
   * number behind it once the broker has lost the topic's end and gives its offsets again.
   */
  public static final String TOPIC_ID = "mssqlcdc.topic_id";

  /**
   * Bronze: a gap that the owner accepted, as JSON, until the table's next batch has told of it.
   */
  public static final String ACCEPTED_GAP = "mssqlcdc.accepted_gap";

  /** Bronze: since when the table is paused; absent while it is not. */
  public static final String PAUSED = "mssqlcdc.paused";

  /** Bronze: {@code <server>/<database>} of the source. */
  public static final String SOURCE = "mssqlcdc.source";

  /** Bronze: {@code writer.id} of the only writer that may commit to it. */
  public static final String WRITER = "mssqlcdc.writer";

  private Properties() {}
}
