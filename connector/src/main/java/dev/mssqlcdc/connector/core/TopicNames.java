package dev.mssqlcdc.connector.core;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The topic of each table. */
public final class TopicNames {

  /** Kafka's limit. */
  public static final int MAX_LENGTH = 249;

  private TopicNames() {}

  /** {@code <prefix>.<schema>.<table>}, characters that Kafka refuses replaced by underscores. */
  public static String topic(String prefix, TableId table) {
    String name = prefix + "." + table.schema() + "." + table.name();
    var legal = new StringBuilder();
    name.codePoints().forEach(c -> legal.appendCodePoint(isLegal(c) ? c : '_'));
    return legal.toString();
  }

  /**
   * Tables that cannot each have a topic of their own. Kafka itself refuses a topic beside another
   * that differs only in dots and underscores, so these count as equal.
   *
   * @return groups of two or more tables
   */
  public static List<List<TableId>> collisions(String prefix, Collection<TableId> tables) {
    Map<String, List<TableId>> byTopic =
        tables.stream()
            .sorted()
            .collect(
                Collectors.groupingBy(
                    t -> topic(prefix, t).replace('.', '_'), TreeMap::new, Collectors.toList()));
    return byTopic.values().stream().filter(group -> group.size() > 1).toList();
  }

  private static boolean isLegal(int c) {
    return c < 128 && (Character.isLetterOrDigit(c) || c == '.' || c == '_' || c == '-');
  }
}
