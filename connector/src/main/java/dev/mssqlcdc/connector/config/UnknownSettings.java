package dev.mssqlcdc.connector.config;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerConfig;

/**
 * Settings that nobody reads: neither this connector nor Connect nor the driver. They may be typing
 * errors, or come from a configuration of another connector.
 */
public final class UnknownSettings {

  private static final String DRIVER = "database.";
  private static final int CLOSE = 2;

  private static final Set<String> OF_CONNECT =
      Set.of(
          "name",
          "connector.class",
          "connector.plugin.version",
          "tasks.max",
          "tasks.max.enforce",
          "config.action.reload",
          "predicates",
          "transforms",
          "exactly.once.support",
          "transaction.boundary",
          "transaction.boundary.interval.ms",
          "offsets.storage.topic",
          "errors.tolerance",
          "errors.log.enable",
          "errors.log.include.messages",
          "errors.retry.timeout",
          "errors.retry.delay.max.ms",
          "key.converter",
          "value.converter",
          "header.converter");
  private static final List<String> PREFIXES_OF_CONNECT =
      List.of(
          "key.converter.",
          "value.converter.",
          "header.converter.",
          "transforms.",
          "predicates.",
          "topic.creation.",
          "producer.override.",
          "consumer.override.",
          "admin.override.");

  /** What users of Debezium know under other names. */
  private static final Map<String, String> NAMES_ELSEWHERE =
      Map.ofEntries(
          Map.entry("database.dbname", "the database is named by " + Settings.DATABASE),
          Map.entry("database.server.name", "topics are named by " + Settings.TOPIC_PREFIX),
          Map.entry("database.instance", "name it in " + Settings.HOSTNAME + " as host\\instance"),
          Map.entry("table.whitelist", "use " + Settings.TABLE_INCLUDE),
          Map.entry("table.blacklist", "use " + Settings.TABLE_EXCLUDE),
          Map.entry("column.whitelist", "use " + Settings.COLUMN_INCLUDE),
          Map.entry("column.blacklist", "use " + Settings.COLUMN_EXCLUDE),
          Map.entry("max.iteration.transactions", "use " + Settings.COMMITS_PER_RANGE),
          Map.entry("heartbeat.interval.ms", "use " + Settings.PROGRESS_INTERVAL),
          Map.entry("snapshot.isolation.mode", "use " + Settings.SNAPSHOT_ISOLATION),
          Map.entry("snapshot.locking.mode", "snapshots take no locks here"),
          Map.entry("signal.data.collection", "nothing is written to the source here"),
          Map.entry(
              "signal.enabled.channels", "signals come by " + SignalSettings.TOPIC + " alone"),
          Map.entry("signal.kafka.groupId", "signals are read without a consumer group"),
          Map.entry("decimal.handling.mode", "decimals are always exact here"),
          Map.entry("time.precision.mode", "times are always microseconds here"),
          Map.entry("tombstones.on.delete", "deletes are rows of their own here"),
          Map.entry("include.schema.changes", "schema changes are events of the table's topic"),
          Map.entry("errors.max.retry", "use " + Settings.MAX_RETRIES));

  private static final Map<String, String> PREFIXES_ELSEWHERE =
      Map.of(
          "driver.", "settings of the driver begin with database. here",
          "schema.history.internal", "no schema history is kept here",
          "database.history", "no schema history is kept here");

  private UnknownSettings() {}

  /**
   * One line for each setting that nobody reads, in the order of their names, with a hint where
   * there is one. Values are left out: they may be secrets.
   *
   * @param names of all settings of a configuration
   * @param driver names of the driver's properties
   */
  public static List<String> warnings(Collection<String> names, Set<String> driver) {
    Set<String> known = new TreeSet<>(Settings.definition().names());
    Set<String> properties = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    properties.addAll(driver);
    List<String> warnings = new ArrayList<>();
    for (String name : new TreeSet<>(names)) {
      boolean isOurs = known.contains(name) || name.startsWith(Settings.SELECTS + ".");
      if (!isOurs && !isOfConnect(name) && !isOfDriver(name, properties) && !isOfConsumer(name)) {
        String hint = hint(name, known, properties).map(text -> ": " + text).orElse("");
        warnings.add("Setting '" + name + "' is unknown and has no effect" + hint);
      }
    }
    return warnings;
  }

  private static boolean isOfConnect(String name) {
    return OF_CONNECT.contains(name) || PREFIXES_OF_CONNECT.stream().anyMatch(name::startsWith);
  }

  private static boolean isOfDriver(String name, Set<String> properties) {
    return name.startsWith(DRIVER) && properties.contains(name.substring(DRIVER.length()));
  }

  private static boolean isOfConsumer(String name) {
    return name.startsWith(SignalSettings.CONSUMER)
        && ConsumerConfig.configNames().contains(name.substring(SignalSettings.CONSUMER.length()));
  }

  private static Optional<String> hint(String name, Set<String> known, Set<String> properties) {
    if (NAMES_ELSEWHERE.containsKey(name)) {
      return Optional.of(NAMES_ELSEWHERE.get(name));
    }
    Optional<String> elsewhere =
        PREFIXES_ELSEWHERE.entrySet().stream()
            .filter(prefix -> name.startsWith(prefix.getKey()))
            .map(Map.Entry::getValue)
            .findFirst();
    return elsewhere.or(
        () -> closest(name, known, properties).map(n -> "is '%s' meant?".formatted(n)));
  }

  private static Optional<String> closest(String name, Set<String> known, Set<String> properties) {
    List<String> candidates = new ArrayList<>(known);
    properties.forEach(property -> candidates.add(DRIVER + property));
    ConsumerConfig.configNames().forEach(c -> candidates.add(SignalSettings.CONSUMER + c));
    return candidates.stream()
        .filter(candidate -> distance(candidate, name) <= CLOSE)
        .min(Comparator.comparingInt(candidate -> distance(candidate, name)));
  }

  /** How many characters must be put in, left out or replaced, letters' case aside. */
  static int distance(String a, String b) {
    String from = a.toLowerCase(Locale.ROOT);
    String to = b.toLowerCase(Locale.ROOT);
    int[] row = new int[to.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[to.length()];
  }
}
