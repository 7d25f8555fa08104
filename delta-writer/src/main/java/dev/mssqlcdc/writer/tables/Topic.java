package dev.mssqlcdc.writer.tables;

/**
 * A topic and the bronze table that it feeds.
 *
 * @param id Kafka's id of the topic, or what {@link #rewound} made of it
 * @param writerId {@code writer.id}
 * @param table name of the bronze table
 */
public record Topic(String name, String id, String writerId, String table) {

  /** Names the writer and the topic in transaction ids and in facts. */
  public String appId() {
    return writerId + "/" + name + "@" + id;
  }

  /** The transaction id of the facts table. */
  public String factsAppId() {
    return factsAppId(appId());
  }

  /** Whether a bronze table's topic id means this topic, as Kafka describes it. */
  boolean isMeantBy(String otherId) {
    return id.equals(otherId) || (otherId != null && otherId.startsWith(id + "."));
  }

  Topic withId(String otherId) {
    return new Topic(name, otherId, writerId, table);
  }

  /** The same topic after the broker lost its end: its offsets are given again. */
  Topic rewound() {
    int dot = id.lastIndexOf('.');
    int times = dot < 0 ? 0 : Integer.parseInt(id.substring(dot + 1));
    return withId((dot < 0 ? id : id.substring(0, dot)) + "." + (times + 1));
  }

  static String factsAppId(String appId) {
    return appId + "/facts";
  }
}
