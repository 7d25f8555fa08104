package dev.mssqlcdc.silver.spark;

import dev.mssqlcdc.lake.Lake;
import dev.mssqlcdc.lake.LakeException;
import dev.mssqlcdc.lake.Layer;
import dev.mssqlcdc.lake.TableKind;
import dev.mssqlcdc.silver.plan.Chunks;
import dev.mssqlcdc.silver.plan.EventOffset;
import dev.mssqlcdc.silver.plan.FactEvent;
import dev.mssqlcdc.silver.plan.Needed;
import dev.mssqlcdc.silver.plan.SilverException;
import dev.mssqlcdc.silver.plan.StoredTable;
import dev.mssqlcdc.silver.plan.TableSettings;
import dev.mssqlcdc.silver.plan.Verdict;
import dev.mssqlcdc.silver.run.ControlRow;
import dev.mssqlcdc.silver.run.ControlRows;
import dev.mssqlcdc.silver.run.TableData;
import dev.mssqlcdc.silver.run.TableView;
import java.time.Clock;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;

/** A lake through Spark: what there is, and what the runs over it need. */
public final class SparkLake {

  private final SparkSession spark;
  private final SparkSession own;
  private final SparkTables meta;
  private final Lake lake;

  public SparkLake(SparkSession spark, Lake lake) {
    this.spark = spark;
    this.own = Sessions.forFewRows(spark);
    this.meta = new SparkTables(own);
    this.lake = lake;
  }

  /**
   * Views of tables by name, control read before the facts.
   *
   * @param wanted names, or empty for all tables
   * @throws LakeException when the lake's root is not there or cannot be reached
   * @throws SilverException when there is no such table
   */
  public List<TableView> views(Set<String> wanted) {
    return views(some(wanted), Set.of());
  }

  /**
   * As {@link #views(Set)}.
   *
   * @param wanted names, or not given for all tables
   * @param besides others that are wanted where they are there
   */
  public List<TableView> views(Optional<Set<String>> wanted, Set<String> besides) {
    LakeReader reader = new LakeReader(lake, meta);
    Reading reading;
    try (StateLoads loads = new StateLoads(meta)) {
      loads.begin(lake.facts());
      reading =
          read(
              reader,
              wanted,
              besides,
              new LakeFolder(spark, lake),
              known -> known.behind().forEach(name -> beginWith(loads, name)));
    }
    Map<String, List<FactEvent>> chunks = reader.chunks(chunksNeeded(reading));
    return reading.names().stream()
        .map(
            name ->
                new TableView(
                    name,
                    reading.verdict(name),
                    Stream.concat(
                            reading.eventsOf(name).stream(),
                            chunks.getOrDefault(name, List.of()).stream())
                        .toList(),
                    row(reading, name)))
        .toList();
  }

  private void beginWith(StateLoads loads, String name) {
    loads.begin(lake.table(Layer.BRONZE, name));
    loads.begin(lake.table(Layer.SILVER, name));
  }

  private static ControlRow row(Reading reading, String name) {
    return reading.row(Layer.SILVER, name).orElseGet(() -> ControlRow.absent(name));
  }

  private static Map<String, EventOffset> chunksNeeded(Reading reading) {
    Map<String, EventOffset> needed = new HashMap<>();
    for (String name : reading.names()) {
      reading
          .verdict(name)
          .flatMap(
              verdict ->
                  Chunks.neededFrom(verdict, reading.eventsOf(name), row(reading, name).state()))
          .ifPresent(from -> needed.put(name, from));
    }
    return needed;
  }

  /**
   * Up to when silver tables are complete, UTC; empty of one that has no verdict.
   *
   * @param wanted names, or empty for all tables
   * @throws LakeException as {@link #views}
   * @throws SilverException as {@link #views}
   */
  public Map<String, Optional<LocalDateTime>> finalizedUntil(Set<String> wanted) {
    Optional<LakeReader.ControlView> control = new LakeReader(lake, meta).control();
    Map<String, Optional<LocalDateTime>> times = new TreeMap<>();
    for (String name : names(control, some(wanted), Set.of(), new LakeFolder(spark, lake))) {
      times.put(
          name,
          control
              .map(view -> view.targets().get(Layer.SILVER).get(name))
              .flatMap(row -> row.state().verdict())
              .flatMap(Verdict::finalizedUntil));
    }
    return times;
  }

  /** Writes of layer silver; for all runs of this process. */
  public ControlRows control(Clock clock) {
    return new ControlTable(meta, lake.control(), clock);
  }

  /** A table's data in a session of its own. */
  public TableData data(String name, TableSettings settings) {
    return new SparkTableData(Sessions.child(spark), lake, name, settings);
  }

  /** A table's silver and bronze, to be held against the source; empty for one without a key. */
  public Optional<SilverComparison> comparison(String name) {
    return SilverComparison.of(Sessions.child(spark), lake, name);
  }

  /** What checks found. */
  public ReportTable reports() {
    return new ReportTable(own, lake.reports());
  }

  /**
   * The tables that are there, and from which LSN on what they hold is needed.
   *
   * @param tables in a fixed order
   * @param needed by name of the source table
   */
  public record UpkeepView(List<StoredTable> tables, Map<String, Needed> needed) {}

  /**
   * A view of source tables by name and, for all of them, of facts, control and reports.
   *
   * @param wanted names, or empty for all tables
   * @throws LakeException as {@link #views}
   * @throws SilverException as {@link #views}
   */
  public UpkeepView upkeepView(Set<String> wanted) {
    LakeFolder folder = new LakeFolder(spark, lake);
    LakeReader reader = new LakeReader(lake, meta);
    Reading reading = read(reader, some(wanted), Set.of(), folder, known -> {});
    Map<Layer, Set<String>> stored = new EnumMap<>(Layer.class);
    for (Layer layer : Layer.values()) {
      stored.put(layer, new TreeSet<>(folder.tables(layer)));
      stored.get(layer).retainAll(reading.names());
    }
    List<StoredTable> tables = new ArrayList<>();
    stored.forEach((layer, names) -> names.forEach(name -> tables.add(stored(layer, name))));
    if (wanted.isEmpty()) {
      tables.addAll(metaTables());
    }
    Map<String, Needed> needed = new HashMap<>();
    for (String name : reading.names()) {
      List<Needed.Target> targets = targets(name, stored, reading);
      needed.put(name, Needed.of(targets, reading.verdict(name), reading.eventsOf(name)));
    }
    return new UpkeepView(tables, needed);
  }

  /** What works on tables that are written meanwhile. */
  public SparkUpkeep upkeep() {
    return new SparkUpkeep(own);
  }

  private StoredTable stored(Layer layer, String name) {
    return new StoredTable(TableKind.valueOf(layer.name()), name, lake.table(layer, name));
  }

  private List<StoredTable> metaTables() {
    return Stream.of(
            new StoredTable(TableKind.FACTS, "", lake.facts()),
            new StoredTable(TableKind.CONTROL, "", lake.control()),
            new StoredTable(TableKind.REPORTS, "", lake.reports()))
        .filter(table -> meta.find(table.path()).isPresent())
        .toList();
  }

  /** A table without a row in control is a target too, and one that has nothing yet. */
  private static List<Needed.Target> targets(
      String name, Map<Layer, Set<String>> stored, Reading reading) {
    List<Needed.Target> targets = new ArrayList<>();
    for (Layer layer : LakeReader.TARGETS) {
      Optional<ControlRow> row = reading.row(layer, name);
      if (row.isPresent() || stored.get(layer).contains(name)) {
        targets.add(
            new Needed.Target(layer.directory(), row.flatMap(each -> each.state().applied())));
      }
    }
    return targets;
  }

  private Reading read(
      LakeReader reader,
      Optional<Set<String>> wanted,
      Set<String> besides,
      LakeFolder folder,
      Consumer<Reading> beforeEvents) {
    Optional<LakeReader.ControlView> control = reader.control();
    Set<String> names = names(control, wanted, besides, folder);
    Reading known = new Reading(names, control, Map.of());
    beforeEvents.accept(known);
    return control.isPresent() && !names.isEmpty()
        ? new Reading(names, control, reader.events(names))
        : known;
  }

  private Set<String> names(
      Optional<LakeReader.ControlView> control,
      Optional<Set<String>> wanted,
      Set<String> besides,
      LakeFolder folder) {
    Set<String> known = new TreeSet<>(folder.tables(Layer.BRONZE));
    control.ifPresent(view -> known.addAll(view.bronze()));
    wanted.ifPresent(some -> check(some, known));
    Set<String> names = new TreeSet<>(known);
    names.removeIf(
        name -> wanted.filter(some -> !some.contains(name)).isPresent() && !besides.contains(name));
    return names;
  }

  private static Optional<Set<String>> some(Set<String> wanted) {
    return wanted.isEmpty() ? Optional.empty() : Optional.of(wanted);
  }

  private void check(Set<String> wanted, Set<String> known) {
    Set<String> unknown = new TreeSet<>(wanted);
    unknown.removeAll(known);
    if (!unknown.isEmpty()) {
      throw new SilverException(
          "no bronze table %s in %s; there are: %s"
              .formatted(
                  String.join(", ", unknown),
                  lake.root(),
                  known.isEmpty() ? "none yet" : String.join(", ", known)));
    }
  }
}
