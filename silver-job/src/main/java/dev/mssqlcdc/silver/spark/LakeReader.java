package dev.mssqlcdc.silver.spark;

import static org.apache.spark.sql.functions.col;

import dev.mssqlcdc.lake.Control;
import dev.mssqlcdc.lake.Facts;
import dev.mssqlcdc.lake.Lake;
import dev.mssqlcdc.lake.LakeException;
import dev.mssqlcdc.lake.Layer;
import dev.mssqlcdc.lake.TableKind;
import dev.mssqlcdc.lake.TableOpener;
import dev.mssqlcdc.schemas.EventJson;
import dev.mssqlcdc.schemas.EventType;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.silver.plan.EventOffset;
import dev.mssqlcdc.silver.plan.FactEvent;
import dev.mssqlcdc.silver.plan.Lease;
import dev.mssqlcdc.silver.plan.SilverState;
import dev.mssqlcdc.silver.plan.Verdict;
import dev.mssqlcdc.silver.run.ControlRow;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Reads what control and facts say of all tables, each in one go. */
final class LakeReader {

  /** Events that decide what may be applied. */
  private static final List<EventType> DECISIVE =
      List.of(
          EventType.SNAPSHOT_OPEN,
          EventType.SNAPSHOT_STOPPED,
          EventType.BOOTSTRAP,
          EventType.RESNAPSHOT,
          EventType.KEY_CHANGED);

  /** Layers that are fed from bronze. */
  static final List<Layer> TARGETS = List.of(Layer.SILVER, Layer.HISTORY);

  private static final String TOPIC_ID = "@";
  private static final Object[] LAYERS = Stream.of(Layer.values()).map(Layer::directory).toArray();

  private final Lake lake;
  private final SparkTables tables;
  private final TableOpener<SparkTable> opener;

  LakeReader(Lake lake, SparkTables tables) {
    this.lake = lake;
    this.tables = tables;
    this.opener = new TableOpener<>(tables);
  }

  /**
   * What control says, at one version.
   *
   * @param verdicts on bronze tables that have one
   * @param bronze names of all bronze tables that have a row
   * @param targets rows of the layers that are fed from bronze
   */
  record ControlView(
      Map<String, Verdict> verdicts,
      List<String> bronze,
      Map<Layer, Map<String, ControlRow>> targets) {}

  /** Empty when the delta-writer has not made the control table yet. */
  Optional<ControlView> control() {
    return opener.find(lake.control(), TableKind.CONTROL).map(this::control);
  }

  private ControlView control(SparkTable table) {
    ControlView view =
        new ControlView(new HashMap<>(), new ArrayList<>(), new EnumMap<>(Layer.class));
    for (Layer layer : TARGETS) {
      view.targets().put(layer, new HashMap<>());
    }
    Dataset<Row> rows = tables.rowsOfFew(table);
    for (Row row : rows.where(col(Control.LAYER).isin(LAYERS)).collectAsList()) {
      String name = row.getAs(Control.TABLE_NAME);
      if (Layer.BRONZE.directory().equals(row.getAs(Control.LAYER))) {
        view.bronze().add(name);
        verdict(row).ifPresent(verdict -> view.verdicts().put(name, verdict));
      } else {
        addTarget(view, name, row);
      }
    }
    return view;
  }

  private void addTarget(ControlView view, String name, Row row) {
    String layer = row.getAs(Control.LAYER);
    Map<String, ControlRow> rows =
        view.targets().get(Layer.valueOf(layer.toUpperCase(Locale.ROOT)));
    if (rows.put(name, targetRow(name, row)) != null) {
      throw new LakeException(
          "control table %s has several rows of layer %s for %s: remove all but one"
              .formatted(lake.control(), layer, name));
    }
  }

  /** The decisive events of some tables, by table. */
  Map<String, List<FactEvent>> events(Collection<String> names) {
    Object[] types = DECISIVE.stream().map(EventType::wireName).toArray();
    return events(col(Facts.EVENT).isin(types).and(col(Facts.TARGET).isin(names.toArray())));
  }

  /**
   * The events of chunks, by table.
   *
   * @param from the first one that is wanted, by table
   */
  Map<String, List<FactEvent>> chunks(Map<String, EventOffset> from) {
    return from.entrySet().stream()
        .map(LakeReader::since)
        .reduce(Column::or)
        .map(
            wanted ->
                events(col(Facts.EVENT).equalTo(EventType.SNAPSHOT_CHUNK.wireName()).and(wanted)))
        .orElseGet(Map::of);
  }

  /** A topic that was created anew begins at offset 0, and bears another id. */
  private static Column since(Map.Entry<String, EventOffset> table) {
    return col(Facts.TARGET)
        .equalTo(table.getKey())
        .and(col(Facts.BATCH_ID).geq(table.getValue().offset()))
        .and(col(Facts.APP_ID).endsWith(TOPIC_ID + table.getValue().topicId()));
  }

  private Map<String, List<FactEvent>> events(Column wanted) {
    SparkTable facts =
        opener
            .find(lake.facts(), TableKind.FACTS)
            .orElseThrow(
                () ->
                    new LakeException(
                        "there is a control table but no facts table at %s: restore it"
                            .formatted(lake.facts())));
    List<Row> rows =
        tables
            .rows(facts)
            .where(wanted)
            .select(Facts.TARGET, Facts.EVENT, Facts.DETAIL, Facts.BATCH_ID, Facts.APP_ID)
            .collectAsList();
    Map<String, List<FactEvent>> events = new HashMap<>();
    rows.forEach(
        row -> events.computeIfAbsent(row.getString(0), name -> new ArrayList<>()).add(event(row)));
    return events;
  }

  private static FactEvent event(Row row) {
    try {
      EventType type = EventType.of(row.getString(1));
      EventOffset at = new EventOffset(topicId(row.getString(4)), row.getLong(3));
      return new FactEvent(EventJson.read(type, row.getString(2)), at);
    } catch (IllegalArgumentException e) {
      throw new LakeException(
          "facts, event of %s at Kafka offset %d: %s; was it written by a newer release?"
              .formatted(row.getString(0), row.getLong(3), e.getMessage()),
          e);
    }
  }

  /** The last part of {@code writer.id/topic@topic id}. */
  private static String topicId(String appId) {
    return appId.substring(appId.lastIndexOf(TOPIC_ID) + 1);
  }

  private static ControlRow targetRow(String name, Row row) {
    SilverState state =
        new SilverState(
            lsn(row, Control.APPLIED_LSN),
            lsn(row, Control.APPLYING_LSN),
            Optional.ofNullable(row.getAs(Control.SNAPSHOT_ID)),
            Optional.ofNullable(row.getAs(Control.OPEN_SNAPSHOT_ID)),
            parsed(row, Control.SNAPSHOT_OFFSET, EventOffset::parse),
            verdict(row),
            lease(row));
    return new ControlRow(name, true, state, time(row, Control.UPDATED_AT));
  }

  private static Optional<Verdict> verdict(Row row) {
    return lsn(row, Control.END_LSN)
        .map(
            end ->
                new Verdict(
                    end, time(row, Control.END_COMMIT_TS), time(row, Control.FINALIZED_UNTIL)));
  }

  private static Optional<Lease> lease(Row row) {
    String runId = row.getAs(Control.RUN_ID);
    return time(row, Control.RUN_UNTIL)
        .map(until -> new Lease(Optional.ofNullable(runId).orElse("unknown"), until));
  }

  private static Optional<LocalDateTime> time(Row row, String column) {
    return Optional.ofNullable(row.getAs(column));
  }

  private static Optional<Lsn> lsn(Row row, String column) {
    return parsed(row, column, Lsn::parse);
  }

  private static <T> Optional<T> parsed(Row row, String column, Function<String, T> parse) {
    Optional<String> text = Optional.ofNullable(row.getAs(column));
    try {
      return text.map(parse);
    } catch (IllegalArgumentException e) {
      throw new LakeException(
          "control's row of layer %s for %s: %s is %s"
              .formatted(
                  row.getAs(Control.LAYER), row.getAs(Control.TABLE_NAME), column, e.getMessage()),
          e);
    }
  }
}
