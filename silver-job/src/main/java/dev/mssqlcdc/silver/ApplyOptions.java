package dev.mssqlcdc.silver;

import dev.mssqlcdc.silver.plan.TableSettings;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a run applies, and how.
 *
 * @param tables names of bronze tables besides those of the groups; not given for all that there
 *     are
 * @param groups tables that are brought to one LSN; every other is applied for itself
 * @param defaults what is asked of every table
 * @param settings what is asked of some tables besides, by name; it goes before the defaults
 * @param parallelism how many tables are applied at the same time
 * @param lease how long a crashed run keeps others off its tables; a live one renews it
 * @param rebuild whether tables are built anew, whatever they hold
 */
public record ApplyOptions(
    Optional<Set<String>> tables,
    List<TableGroup> groups,
    TableSettings defaults,
    Map<String, TableSettings> settings,
    int parallelism,
    Duration lease,
    boolean rebuild) {

  private static final int DEFAULT_PARALLELISM = 4;
  private static final Duration DEFAULT_LEASE = Duration.ofMinutes(5);

  public ApplyOptions {
    tables = tables.map(Set::copyOf);
    groups = List.copyOf(groups);
    settings = Map.copyOf(settings);
    checkGroups(groups);
    if (!defaults.key().isEmpty()) {
      throw new IllegalArgumentException(
          "a key is one table's, not all tables': name it in the settings of that one");
    }
    if (parallelism < 1) {
      throw new IllegalArgumentException(
          "parallelism is %d, at least 1 expected".formatted(parallelism));
    }
    if (lease.compareTo(Duration.ofSeconds(1)) < 0) {
      throw new IllegalArgumentException(
          "the lease is %s, at least a second expected".formatted(lease));
    }
  }

  private static void checkGroups(List<TableGroup> groups) {
    Set<String> names = new HashSet<>();
    Set<String> members = new HashSet<>();
    for (TableGroup group : groups) {
      if (!names.add(group.name())) {
        throw new IllegalArgumentException("two groups are called " + group.name());
      }
      for (String table : group.tables()) {
        if (!members.add(table)) {
          throw new IllegalArgumentException(
              "table %s is in two groups, but can be at one LSN only".formatted(table));
        }
      }
    }
  }

  /** All tables. */
  public static ApplyOptions all() {
    return of(Optional.empty(), List.of());
  }

  /** Some tables; all if the set is empty. */
  public static ApplyOptions tables(Set<String> tables) {
    return of(Optional.of(tables).filter(some -> !some.isEmpty()), List.of());
  }

  /** Groups, and no other table. */
  public static ApplyOptions groups(List<TableGroup> groups) {
    return of(Optional.of(Set.of()), groups);
  }

  static ApplyOptions of(Optional<Set<String>> tables, List<TableGroup> groups) {
    return new ApplyOptions(
        tables, groups, TableSettings.NONE, Map.of(), DEFAULT_PARALLELISM, DEFAULT_LEASE, false);
  }

  public ApplyOptions withGroups(List<TableGroup> some) {
    return new ApplyOptions(tables, some, defaults, settings, parallelism, lease, rebuild);
  }

  /** Asks something of every table. */
  public ApplyOptions withDefaults(TableSettings ofAll) {
    return new ApplyOptions(tables, groups, ofAll, settings, parallelism, lease, rebuild);
  }

  /** Asks something of some tables, by name, that goes before the defaults. */
  public ApplyOptions withSettings(Map<String, TableSettings> ofSome) {
    return new ApplyOptions(tables, groups, defaults, ofSome, parallelism, lease, rebuild);
  }

  public ApplyOptions withParallelism(int tablesAtOnce) {
    return new ApplyOptions(tables, groups, defaults, settings, tablesAtOnce, lease, rebuild);
  }

  public ApplyOptions withLease(Duration duration) {
    return new ApplyOptions(tables, groups, defaults, settings, parallelism, duration, rebuild);
  }

  /** Builds the tables anew: from the newest full snapshot, if there is one, and the changes. */
  public ApplyOptions withRebuild() {
    return new ApplyOptions(tables, groups, defaults, settings, parallelism, lease, true);
  }

  /** All that is asked of a table. */
  TableSettings settingsOf(String table) {
    return settings.getOrDefault(table, TableSettings.NONE).or(defaults);
  }

  Set<String> tablesInGroups() {
    return groups.stream().flatMap(group -> group.tables().stream()).collect(Collectors.toSet());
  }
}
