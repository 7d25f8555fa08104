package dev.mssqlcdc.writer.tables;

/**
 * A topic and the bronze table that it feeds.
 *
 * @param id Kafka's id of the topic
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

  static String factsAppId(String appId) {
    return appId + "/facts";
  }
}
