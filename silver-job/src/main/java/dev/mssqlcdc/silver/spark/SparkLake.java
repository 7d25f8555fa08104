package dev.mssqlcdc.silver.spark;

import dev.mssqlcdc.lake.Lake;
import dev.mssqlcdc.lake.LakeException;
import dev.mssqlcdc.silver.plan.FactEvent;
import dev.mssqlcdc.silver.plan.SilverException;
import dev.mssqlcdc.silver.plan.Verdict;
import dev.mssqlcdc.silver.run.ControlRow;
import dev.mssqlcdc.silver.run.ControlRows;
import dev.mssqlcdc.silver.run.TableData;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.SparkSession;

/** A lake through Spark: what there is, and what the runs over it need. */
public final class SparkLake {

  private final SparkSession spark;
  private final Lake lake;

  /**
   * @throws LakeException when the lake's root is not there or cannot be reached
   */
  public SparkLake(SparkSession spark, Lake lake) {
    this.spark = spark;
    this.lake = lake;
  }

  /**
   * What a run needs to know of one table before it opens it.
   *
   * @param name of the table
   * @param verdict on bronze, read before the events
   * @param events that decide what may be applied
   * @param control silver's row
   */
  public record TableView(
      String name, Optional<Verdict> verdict, List<FactEvent> events, ControlRow control) {}

  /**
   * Views of tables by name, control read before the facts.
   *
   * @param wanted names, or empty for all tables
   * @throws SilverException when there is no such table
   */
  public List<TableView> views(Set<String> wanted) {
    Set<String> known = new TreeSet<>(new LakeFolder(spark, lake).bronzeTables());
    LakeReader reader = new LakeReader(lake, new SparkTables(Sessions.child(spark)));
    Optional<LakeReader.ControlView> control = reader.control();
    control.ifPresent(view -> known.addAll(view.bronze()));
    Collection<String> names = wanted.isEmpty() ? known : checked(wanted, known);
    Map<String, List<FactEvent>> events =
        control.isPresent() && !names.isEmpty() ? reader.events(names) : Map.of();
    List<TableView> views = new ArrayList<>();
    for (String name : names) {
      views.add(
          new TableView(
              name,
              control.flatMap(view -> Optional.ofNullable(view.verdicts().get(name))),
              events.getOrDefault(name, List.of()),
              control.map(view -> view.silverRow(name)).orElseGet(() -> ControlRow.absent(name))));
    }
    return views;
  }

  /** Writes of layer silver; for all runs of this process. */
  public ControlRows control(Clock clock) {
    return new ControlTable(Sessions.child(spark), lake.control(), clock);
  }

  /** A table's data in a session of its own. */
  public TableData data(String name) {
    return new SparkTableData(Sessions.child(spark), lake, name);
  }

  private Set<String> checked(Set<String> wanted, Set<String> known) {
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
    return new TreeSet<>(wanted);
  }
}
