package dev.mssqlcdc.connector;

import dev.mssqlcdc.connector.config.ConnectorSettings;
import dev.mssqlcdc.connector.config.Settings;
import dev.mssqlcdc.connector.core.CaptureInstance;
import dev.mssqlcdc.connector.core.CapturedColumn;
import dev.mssqlcdc.connector.core.SourceException;
import dev.mssqlcdc.connector.core.SqlNames;
import dev.mssqlcdc.connector.core.TableDefinitions;
import dev.mssqlcdc.connector.core.TableFilter;
import dev.mssqlcdc.connector.core.TableId;
import dev.mssqlcdc.connector.core.TopicNames;
import dev.mssqlcdc.connector.jdbc.Source;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.BinaryOperator;
import java.util.function.Function;
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
    List<CaptureInstance> instances = source.catalog().instances();
    Set<TableId> captured =
        instances.stream().map(CaptureInstance::table).collect(Collectors.toSet());
    List<TableId> all = source.catalog().tables();
    filter.include().forEach(pattern -> checkPattern(pattern, all, captured));
    Map<TableId, CaptureInstance> read =
        instances.stream()
            .filter(instance -> filter.includes(instance.table()))
            .collect(
                Collectors.toMap(
                    CaptureInstance::table,
                    Function.identity(),
                    BinaryOperator.maxBy(CaptureInstance.AGE),
                    TreeMap::new));
    checkTopics(read.keySet());
    read.values().forEach(this::checkTable);
  }

  private void checkTimeZone() {
    if (settings.zone().isPresent()) {
      return;
    }
    try {
      source.catalog().timeZone();
    } catch (SourceException e) {
      if (e.isTaskWide()) {
        throw e;
      }
      faults.accept(
          Settings.TIME_ZONE,
          "the server does not tell its time zone (SQL Server 2022 and later do); set it to the server's Windows or IANA time zone. "
              + e.getMessage());
    }
  }

  private void checkPattern(Pattern pattern, List<TableId> all, Set<TableId> captured) {
    List<TableId> matching =
        all.stream().filter(table -> TableFilter.matches(pattern, table)).sorted().toList();
    List<TableId> without = matching.stream().filter(t -> !captured.contains(t)).toList();
    if (captured.stream().anyMatch(table -> TableFilter.matches(pattern, table))) {
      if (!without.isEmpty()) {
        LOG.warn("Pattern '{}' also matches tables without capture instance: {}", pattern, without);
      }
    } else if (matching.isEmpty()) {
      faults.accept(
          Settings.TABLE_INCLUDE,
          "'%s' matches no table that login '%s' may see in database '%s'; a table is only visible with a grant: GRANT SELECT ON [schema].[table] TO %s"
              .formatted(
                  pattern, settings.user(), settings.database(), SqlNames.quote(settings.user())));
    } else {
      without.forEach(table -> faults.accept(Settings.TABLE_INCLUDE, noInstance(table)));
    }
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

  private void checkTable(CaptureInstance instance) {
    try {
      List<CapturedColumn> columns = source.catalog().capturedColumns(instance.name());
      TableDefinitions.faults(instance, columns, filter)
          .forEach(fault -> faults.accept(Settings.TABLE_INCLUDE, fault));
    } catch (SourceException e) {
      refused(e, instance.table().quoted(), instance);
    }
    probe(instance.table().quoted(), instance);
    probe("[cdc]." + SqlNames.quote(instance.name() + "_CT"), instance);
  }

  private void probe(String object, CaptureInstance instance) {
    try {
      source.rows().probe(object);
    } catch (SourceException e) {
      refused(e, object, instance);
    }
  }

  private void refused(SourceException e, String object, CaptureInstance instance) {
    if (e.isTaskWide()) {
      throw e;
    }
    String message =
        e.kind() == SourceException.Kind.PERMISSION
            ? "login '%s' lacks a grant for table %s: GRANT SELECT ON %s TO %s"
                .formatted(
                    settings.user(), instance.table(), object, SqlNames.quote(settings.user()))
            : "table %s cannot be read: %s".formatted(instance.table(), e.getMessage());
    faults.accept(
        e.kind() == SourceException.Kind.PERMISSION ? Settings.USER : Settings.TABLE_INCLUDE,
        message);
  }
}
