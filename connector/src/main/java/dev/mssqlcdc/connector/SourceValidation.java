package dev.mssqlcdc.connector;

import dev.mssqlcdc.connector.config.ConnectorSettings;
import dev.mssqlcdc.connector.config.Settings;
import dev.mssqlcdc.connector.core.CaptureInstance;
import dev.mssqlcdc.connector.core.CapturedColumn;
import dev.mssqlcdc.connector.core.ScanSession;
import dev.mssqlcdc.connector.core.SnapshotSettings;
import dev.mssqlcdc.connector.core.SourceException;
import dev.mssqlcdc.connector.core.SqlNames;
import dev.mssqlcdc.connector.core.TableColumn;
import dev.mssqlcdc.connector.core.TableDefinitions;
import dev.mssqlcdc.connector.core.TableFilter;
import dev.mssqlcdc.connector.core.TableId;
import dev.mssqlcdc.connector.core.TopicNames;
import dev.mssqlcdc.connector.jdbc.Catalog.VisibleTable;
import dev.mssqlcdc.connector.jdbc.Source;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.BinaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Compares a well-formed configuration with what the source holds. */
final class SourceValidation {

  private static final Logger LOG = LoggerFactory.getLogger(SourceValidation.class);

  private final Source source;
  private final ConnectorSettings settings;
  private final TableFilter filter;
  private final BiConsumer<String, String> faults;

  /**
   * @param faults takes the setting to change and what is wrong
   */
  SourceValidation(Source source, ConnectorSettings settings, BiConsumer<String, String> faults) {
    this.source = source;
    this.settings = settings;
    this.filter = settings.filter();
    this.faults = faults;
  }

  void run() {
    if (!source.catalog().isCdcEnabled()) {
      faults.accept(
          Settings.DATABASE,
          "change data capture is not enabled for database '%s'; have a sysadmin run: EXEC sys.sp_cdc_enable_db"
              .formatted(settings.database()));
      return;
    }
    checkTimeZone();
    checkIsolation();
    List<CaptureInstance> instances = source.catalog().instances();
    checkPatterns(instances);
    Map<TableId, CaptureInstance> newest = new TreeMap<>();
    instances.stream()
        .filter(instance -> filter.includes(instance.table()))
        .peek(this::checkGrant)
        .forEach(i -> newest.merge(i.table(), i, BinaryOperator.maxBy(CaptureInstance.AGE)));
    checkTopics(newest.keySet());
    checkSelects(newest.keySet());
    newest.values().forEach(this::checkColumns);
  }

  private void checkTimeZone() {
    if (settings.zone().isPresent()) {
      return;
    }
    try {
      source.catalog().zone();
    } catch (SourceException e) {
      if (e.isTaskWide()) {
        throw e;
      }
      faults.accept(Settings.TIME_ZONE, e.getMessage() + ". What to do: " + e.remedy());
    }
  }

  private void checkIsolation() {
    boolean isAsked = settings.snapshot().session().isolation() == ScanSession.Isolation.SNAPSHOT;
    if (isAsked && !source.catalog().allowsSnapshotIsolation()) {
      faults.accept(
          Settings.SNAPSHOT_ISOLATION,
          "database '%s' does not allow SNAPSHOT isolation; have a db_owner run: ALTER DATABASE CURRENT SET ALLOW_SNAPSHOT_ISOLATION ON"
              .formatted(settings.database()));
    }
  }

  private void checkPatterns(List<CaptureInstance> instances) {
    Set<TableId> listed =
        instances.stream().map(CaptureInstance::table).collect(Collectors.toSet());
    List<VisibleTable> unlisted =
        source.catalog().tables().stream()
            .filter(table -> filter.includes(table.id()) && !listed.contains(table.id()))
            .sorted(Comparator.comparing(VisibleTable::id))
            .toList();
    unlisted.stream().filter(VisibleTable::isTracked).forEach(table -> checkHidden(table.id()));
    for (Pattern pattern : filter.include()) {
      if (listed.stream().noneMatch(table -> TableFilter.matches(pattern, table))) {
        checkWithoutInstance(pattern, unlisted);
      }
    }
    List<TableId> untracked =
        unlisted.stream().filter(t -> !t.isTracked()).map(VisibleTable::id).toList();
    if (!untracked.isEmpty()) {
      LOG.warn("Tables without capture instance are not read: {}", untracked);
    }
  }

  /** A table that is captured, by an instance that the login may not see. */
  private void checkHidden(TableId table) {
    List<String> missing = source.access().missing(table, CaptureInstance.defaultName(table));
    if (missing.isEmpty()) {
      faults.accept(Settings.TABLE_INCLUDE, noInstance(table));
    } else {
      lacking(table, missing);
    }
  }

  /** A pattern that matches no table with a capture instance that the login may see. */
  private void checkWithoutInstance(Pattern pattern, List<VisibleTable> unlisted) {
    List<VisibleTable> matching =
        unlisted.stream().filter(table -> TableFilter.matches(pattern, table.id())).toList();
    matching.stream()
        .filter(table -> !table.isTracked())
        .forEach(table -> faults.accept(Settings.TABLE_INCLUDE, noInstance(table.id())));
    if (matching.isEmpty()) {
      Optional<TableId> table = TableFilter.named(pattern);
      List<String> missing =
          table
              .map(t -> source.access().missing(t, CaptureInstance.defaultName(t)))
              .orElse(List.of());
      if (missing.isEmpty()) {
        faults.accept(Settings.TABLE_INCLUDE, noTable(pattern));
      } else {
        lacking(table.orElseThrow(), missing);
      }
    }
  }

  private String noTable(Pattern pattern) {
    String user = source.access().user();
    return "'%s' matches no table that user '%s' may see in database '%s'; a table is only visible with a grant: GRANT SELECT ON [schema].[table] TO %s"
        .formatted(pattern, user, settings.database(), SqlNames.quote(user));
  }

  private static String noInstance(TableId table) {
    return "table %s has no capture instance that the login may see; have a db_owner run: EXEC sys.sp_cdc_enable_table @source_schema = %s, @source_name = %s, @role_name = NULL"
        .formatted(table, SqlNames.literal(table.schema()), SqlNames.literal(table.name()));
  }

  private void checkTopics(Set<TableId> tables) {
    for (List<TableId> group : TopicNames.collisions(settings.topicPrefix(), tables)) {
      faults.accept(
          Settings.TABLE_INCLUDE,
          "tables %s would share the topic %s; give them to connectors with different topic.prefix"
              .formatted(group, TopicNames.topic(settings.topicPrefix(), group.get(0))));
    }
    for (TableId table : tables) {
      String topic = TopicNames.topic(settings.topicPrefix(), table);
      if (topic.length() > TopicNames.MAX_LENGTH) {
        faults.accept(
            Settings.TOPIC_PREFIX,
            "the topic of table %s would have %d characters, Kafka allows %d"
                .formatted(table, topic.length(), TopicNames.MAX_LENGTH));
      }
    }
  }

  /** One that is misspelt would have every row of its table read. */
  private void checkSelects(Set<TableId> tables) {
    Set<String> read =
        tables.stream()
            .map(table -> SnapshotSettings.key(table.toString()))
            .collect(Collectors.toSet());
    settings.snapshot().selects().keySet().stream()
        .filter(table -> !read.contains(table))
        .forEach(
            table ->
                faults.accept(
                    Settings.SELECTS,
                    "names table %s, which is not read; name a table of table.include.list as schema.table"
                        .formatted(table)));
  }

  private void checkColumns(CaptureInstance instance) {
    try {
      List<CapturedColumn> columns = source.catalog().capturedColumns(instance.name());
      List<TableColumn> inTable = source.catalog().tableColumns(instance.tableObjectId());
      TableDefinitions.faults(instance, columns, inTable, filter)
          .forEach(fault -> faults.accept(columnSetting(), fault));
      warnAboutPartial(
          instance, TableDefinitions.partial(instance, columns, inTable, filter.columns()));
    } catch (SourceException e) {
      cannotBeRead(instance, e);
    }
  }

  private static void warnAboutPartial(CaptureInstance instance, List<String> columns) {
    if (!columns.isEmpty()) {
      LOG.warn(
          "Columns {} of table {} are NULL in rows of changes, all or some, for change data capture does not keep"
              + " computed columns nor all of text, ntext and image; leave them out by {}",
          columns,
          instance.table(),
          Settings.COLUMN_EXCLUDE);
    }
  }

  private String columnSetting() {
    return filter.columns().include().isEmpty() ? Settings.COLUMN_EXCLUDE : Settings.COLUMN_INCLUDE;
  }

  private void checkGrant(CaptureInstance instance) {
    try {
      List<String> missing = source.access().ofListed(instance.name());
      if (!missing.isEmpty()) {
        lacking(instance.table(), missing);
      }
    } catch (SourceException e) {
      cannotBeRead(instance, e);
    }
  }

  private void lacking(TableId table, List<String> statements) {
    faults.accept(
        Settings.USER,
        "the login lacks rights to read table %s; have a db_owner run: %s"
            .formatted(table, String.join("; ", statements)));
  }

  private void cannotBeRead(CaptureInstance instance, SourceException e) {
    if (e.isTaskWide()) {
      throw e;
    }
    faults.accept(
        Settings.TABLE_INCLUDE,
        "table %s cannot be read: %s".formatted(instance.table(), e.getMessage()));
  }
}
