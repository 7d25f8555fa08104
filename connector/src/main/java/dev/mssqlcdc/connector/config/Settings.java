package dev.mssqlcdc.connector.config;

import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigDef;

/** Every setting of the connector with its default and documentation. */
public final class Settings {

  public static final String HOSTNAME = "database.hostname";
  public static final String PORT = "database.port";
  public static final String USER = "database.user";
  public static final String PASSWORD = "database.password";
  public static final String DATABASE = "database.names";
  public static final String ENCRYPT = "database.encrypt";
  public static final String TOPIC_PREFIX = "topic.prefix";
  public static final String TABLE_INCLUDE = "table.include.list";
  public static final String TABLE_EXCLUDE = "table.exclude.list";
  public static final String COLUMN_INCLUDE = "column.include.list";
  public static final String COLUMN_EXCLUDE = "column.exclude.list";
  public static final String DISCOVERY_INTERVAL = "table.discovery.interval.ms";
  public static final String SNAPSHOT_MODE = "snapshot.mode";
  public static final String CHUNK_ROWS = "snapshot.chunk.rows";
  public static final String SNAPSHOT_ISOLATION = "snapshot.isolation";
  public static final String LOCK_TIMEOUT = "snapshot.lock.timeout.ms";
  public static final String MIN_HEADROOM = "snapshot.min.headroom.hours";
  public static final String ON_SWITCH = "snapshot.on.switch";
  public static final String SELECTS = "snapshot.select.statement.overrides";
  public static final String POLL_INTERVAL = "poll.interval.ms";
  public static final String PROGRESS_INTERVAL = "progress.interval.ms";
  public static final String COMMITS_PER_RANGE = "max.commits.per.range";
  public static final String READ_CONNECTIONS = "read.connections";
  public static final String BATCH_SIZE = "max.batch.size";
  public static final String QUEUE_SIZE = "max.queue.size";
  public static final String QUEUE_BYTES = "max.queue.size.in.bytes";
  public static final String TRANSACTION_RECORDS = "transaction.max.records";
  public static final String ROW_BYTES = "row.max.bytes";
  public static final String MAX_RETRIES = "errors.max.retries";
  public static final String SCHEMA_CHANGE_POLICY = "schema.change.policy";
  public static final String SCHEMA_INCOMPATIBLE = "schema.incompatible";
  public static final String ON_DATA_LOSS = "on.data.loss";
  public static final String RESNAPSHOT_INTERVAL = "resnapshot.interval.ms";
  public static final String TIME_ZONE = "source.time.zone";

  /** Given to a task by the connector; not a setting of the user. */
  public static final String TASK_TABLES = "task.tables";

  /** Given to a task by the connector: tables that were read and are not there any more. */
  public static final String TASK_TABLES_GONE = "task.tables.gone";

  /** The worker's own setting, of which one value would lose data. */
  public static final String ERRORS_TOLERANCE = "errors.tolerance";

  public static final String SNAPSHOT_WHEN_NEEDED = "when_needed";
  public static final String SCHEMA_CHANGE_CLASSIFY = "classify";
  public static final String SCHEMA_CHANGE_FAIL = "fail";
  public static final String INCOMPATIBLE_STOP = "stop";
  public static final String INCOMPATIBLE_PROCEED = "proceed";
  public static final String LOSS_FAIL = "fail";
  public static final String LOSS_SKIP = "skip";
  public static final String LOSS_RESNAPSHOT = "resnapshot";
  public static final String ZONE_OF_SERVER = "auto";

  private static final String SOURCE = "Source";
  private static final String TABLES = "Tables and topics";
  private static final String READING = "Reading";

  private Settings() {}

  /** The definition that Connect validates against and the reference page is made of. */
  public static ConfigDef definition() {
    ConfigDef def = new ConfigDef();
    source(def);
    tables(def);
    SnapshotDefinitions.add(def);
    reading(def);
    SignalSettings.define(def);
    return def;
  }

  /** Names of the settings without a default. */
  public static Set<String> required() {
    return definition().configKeys().values().stream()
        .filter(key -> !key.hasDefault())
        .map(key -> key.name)
        .collect(Collectors.toSet());
  }

  private static void source(ConfigDef def) {
    var group = new SettingsGroup(def, SOURCE);
    group.required(
        HOSTNAME,
        ConfigDef.Type.STRING,
        Validators.nonEmpty(),
        "Host name of the SQL Server, or `host\\instance`.");
    group.add(
        PORT,
        ConfigDef.Type.INT,
        1433,
        ConfigDef.Range.between(1, 65535),
        "Port of the SQL Server.");
    group.add(
        USER,
        ConfigDef.Type.STRING,
        "",
        null,
        "Login. It needs `SELECT` on the captured columns of the tables and on their change tables, membership of a capture "
            + "instance's role where it has one, and nothing else. Validation words what is missing.");
    group.add(PASSWORD, ConfigDef.Type.PASSWORD, "", null, "Password of the login.");
    group.required(
        DATABASE,
        ConfigDef.Type.STRING,
        Validators.oneName(),
        "The database to read. One connector reads one database.");
    group.add(
        ENCRYPT,
        ConfigDef.Type.STRING,
        "true",
        ConfigDef.ValidString.in("true", "false", "strict"),
        "Whether the connection is encrypted; the server's certificate must be trusted (`database.trustStore`). This and "
            + "every other setting that begins with `database.` is passed to the JDBC driver under the name that follows the "
            + "dot, such as `database.trustServerCertificate` or `database.authentication`. Unless `database.applicationIntent` "
            + "says otherwise, the driver says `ReadOnly`: an availability group then may give a readable secondary. The driver never "
            + "connects again by itself (`connectRetryCount` is 0), or a failover would go unnoticed.");
    group.add(
        TIME_ZONE,
        ConfigDef.Type.STRING,
        ZONE_OF_SERVER,
        Validators.zone(),
        "Time zone that the server writes commit times in, by its Windows or IANA name. `auto` asks the server, "
            + "which SQL Server 2022 and later can answer; earlier ones require the name, unless no zone that is at the "
            + "same offset from UTC has daylight saving. In the hour that a clock change repeats, the order of LSNs tells "
            + "which pass a commit belongs to.");
  }

  private static void tables(ConfigDef def) {
    var group = new SettingsGroup(def, TABLES);
    group.required(
        TOPIC_PREFIX,
        ConfigDef.Type.STRING,
        Validators.legalTopic(),
        "First part of every topic's name, `<topic.prefix>.<schema>.<table>`, and the name of the source in "
            + "stored offsets. The topics must have `cleanup.policy=delete`, and all records go to partition 0, so "
            + "let the worker create them with `topic.creation.default.partitions=1` and "
            + "`topic.creation.default.cleanup.policy=delete`.");
    group.add(
        TABLE_INCLUDE,
        ConfigDef.Type.LIST,
        ".*",
        Validators.patterns(),
        "Regular expressions, separated by commas, that match the whole `schema.table` of the tables to read, ignoring "
            + "case. Only tables with a capture instance are read.");
    group.add(
        TABLE_EXCLUDE,
        ConfigDef.Type.LIST,
        "",
        Validators.patterns(),
        "Regular expressions, separated by commas, that match the whole `schema.table` of tables not to read, ignoring "
            + "case; every other table with a capture instance is read. It cannot be set together with "
            + "`table.include.list`.");
    group.add(
        COLUMN_INCLUDE,
        ConfigDef.Type.LIST,
        "",
        Validators.patterns(),
        "Regular expressions, separated by commas, that match the whole `schema.table.column` of the columns to read, "
            + "ignoring case. Columns of a key are read even if they are not listed, all columns of every table if "
            + "the list is empty. It cannot be set together with `column.exclude.list`.");
    group.add(
        COLUMN_EXCLUDE,
        ConfigDef.Type.LIST,
        "",
        Validators.patterns(),
        "Regular expressions, separated by commas, that match the whole `schema.table.column` of columns to leave out, "
            + "ignoring case. They are not selected, so neither their types nor their names matter. Columns of a key "
            + "cannot be left out.");
    group.add(
        DISCOVERY_INTERVAL,
        ConfigDef.Type.LONG,
        60_000L,
        ConfigDef.Range.atLeast(10),
        "Milliseconds between two looks, by one statement each, for tables that appeared or disappeared. A table that "
            + "appears, because it is captured or granted from now on, is read without a restart of the connector; one "
            + "that disappears is told of by `table_stopped` and not read any more. One that is renamed keeps its topic.");
  }

  private static void reading(ConfigDef def) {
    var group = new SettingsGroup(def, READING);
    group.add(
        POLL_INTERVAL,
        ConfigDef.Type.LONG,
        500L,
        ConfigDef.Range.atLeast(1),
        "Milliseconds between two questions for new changes, when there are none.");
    group.add(
        PROGRESS_INTERVAL,
        ConfigDef.Type.LONG,
        10_000L,
        ConfigDef.Range.atLeast(0),
        "A table without changes says at most this often, in milliseconds, how far it is known to have none.");
    group.add(
        COMMITS_PER_RANGE,
        ConfigDef.Type.INT,
        2_000,
        ConfigDef.Range.atLeast(1),
        "How many commits a table is read ahead before its progress is announced.");
    group.add(
        READ_CONNECTIONS,
        ConfigDef.Type.INT,
        2,
        ConfigDef.Range.between(1, 64),
        "How many tables a task reads changes of at once, each over a connection of its own that is opened when it is first "
            + "needed. One more connection asks which tables have changes. With at least two, a large transaction in one "
            + "table does not hold up the others.");
    group.add(
        SCHEMA_CHANGE_POLICY,
        ConfigDef.Type.STRING,
        SCHEMA_CHANGE_CLASSIFY,
        ConfigDef.ValidString.in(SCHEMA_CHANGE_CLASSIFY, SCHEMA_CHANGE_FAIL),
        "What happens to a table whose definition changes: `classify` goes on where its records hold the new types, or "
            + "wider ones hold both; `fail` stops it at every change. An event `schema_change` tells of each that it goes "
            + "past. To go past one under `fail`, restart the task once with `classify`.");
    group.add(
        SCHEMA_INCOMPATIBLE,
        ConfigDef.Type.STRING,
        INCOMPATIBLE_STOP,
        ConfigDef.ValidString.in(INCOMPATIBLE_STOP, INCOMPATIBLE_PROCEED),
        "What happens where records would change in a way that a schema registry set to BACKWARD refuses (an integer that "
            + "becomes a decimal, a date that becomes a datetime2, a new field in the key): `stop` stops the table before the "
            + "converter ends the task, `proceed` sends them.");
    group.add(
        ON_DATA_LOSS,
        ConfigDef.Type.STRING,
        LOSS_FAIL,
        ConfigDef.ValidString.in(LOSS_FAIL, LOSS_SKIP, LOSS_RESNAPSHOT),
        "What happens to a table whose changes the source removed before they were read, by its cleanup or with their "
            + "capture instance: `fail` stops it, `skip` goes on with what is left, `resnapshot` does so and reads the "
            + "table's rows anew meanwhile, which an event `resnapshot` completes. What is missing is told by an event "
            + "`data_skipped`. Other tables go on in any case.");
    group.add(
        RESNAPSHOT_INTERVAL,
        ConfigDef.Type.LONG,
        604_800_000L,
        ConfigDef.Range.atLeast(0),
        "With `on.data.loss=resnapshot`, a table that loses changes again within so many milliseconds stops: something "
            + "is wrong that another snapshot does not mend. The default is seven days.");
    group.add(
        BATCH_SIZE,
        ConfigDef.Type.INT,
        2_048,
        ConfigDef.Range.atLeast(1),
        "Records handed to the worker at once, at most.");
    group.add(
        QUEUE_SIZE,
        ConfigDef.Type.INT,
        8_192,
        ConfigDef.Range.atLeast(1),
        "Records read ahead of the worker, at most.");
    group.add(
        QUEUE_BYTES,
        ConfigDef.Type.LONG,
        33_554_432L,
        ConfigDef.Range.atLeast(1),
        "Bytes of records read ahead of the worker, roughly.");
    group.add(
        TRANSACTION_RECORDS,
        ConfigDef.Type.LONG,
        100_000L,
        ConfigDef.Range.atLeast(1),
        "With `transaction.boundary=connector` (on a worker with exactly-once support), Kafka's transactions end where "
            + "source transactions end, so that a consumer with `read_committed` sees a table's part of each as a whole. A "
            + "Kafka transaction that has more records than this, or is older than ten seconds, ends also within one.");
    group.add(
        ROW_BYTES,
        ConfigDef.Type.LONG,
        1_000_000L,
        ConfigDef.Range.atLeast(1_000),
        "Bytes of the largest row that is sent: text in UTF-8, binaries as they are. A larger one stops its table "
            + "alone, where the worker's producer would end the task. To send larger rows, raise `max.message.bytes` "
            + "of the topic, `max.request.size` of the producer (by `producer.override.max.request.size` here) and "
            + "then this setting, in that order. A JSON converter makes binaries a third larger: leave that room.");
    group.add(
        MAX_RETRIES,
        ConfigDef.Type.INT,
        10,
        ConfigDef.Range.atLeast(0),
        "How often in a row a read of changes is tried again after a lost connection, deadlock or timeout before the "
            + "task, or the table alone where the fault is its own, stops. A read for a snapshot is tried again without end.");
  }
}
