package dev.mssqlcdc.connector.config;

import dev.mssqlcdc.connector.core.ScanSession.Isolation;
import dev.mssqlcdc.connector.core.SnapshotSettings.Mode;
import java.util.Arrays;
import java.util.Locale;
import org.apache.kafka.common.config.ConfigDef;

/** The settings that say when and how tables are read. */
final class SnapshotDefinitions {

  private static final int ONE_DAY_MILLIS = 86_400_000;

  private SnapshotDefinitions() {}

  static void add(ConfigDef def) {
    var group = new SettingsGroup(def, "Snapshots");
    when(group);
    how(group);
  }

  private static void when(SettingsGroup group) {
    group.add(
        Settings.SNAPSHOT_MODE,
        ConfigDef.Type.STRING,
        lower(Mode.INITIAL),
        oneOf(Mode.values()),
        "When a table's rows are read, next to its changes. `initial`: when it has no stored offset. `no_data`: never "
            + "by itself. `initial_only`: as `initial`, and the table ends when its snapshot is settled, which is when the "
            + "changes have passed all that its chunks may show; so what was read is the table at one moment. "
            + "`always`: at every start of the task, unless one is being read. `when_needed`: as `initial`, and a table "
            + "that lost changes is read anew, as by `on.data.loss=resnapshot`.");
    group.add(
        Settings.ON_SWITCH,
        ConfigDef.Type.BOOLEAN,
        false,
        null,
        "Whether a table is read anew, once, when it goes over to a newer capture instance with more columns, so that rows "
            + "which do not change get their values of them too. Silver tables wait for that snapshot.");
    group.add(
        Settings.SELECTS,
        ConfigDef.Type.LIST,
        "",
        null,
        "Tables, as `schema.table`, of which snapshots read only some rows. For each, "
            + "`snapshot.select.statement.overrides.<schema>.<table>` holds the SELECT statement to read in its place, "
            + "without ORDER BY, with the columns of the table under their names, such as `SELECT * FROM dbo.orders WHERE "
            + "region = 'EU'`. Such a snapshot is `partial`: it adds rows downstream and removes none. Changes are not "
            + "filtered.");
  }

  private static void how(SettingsGroup group) {
    group.add(
        Settings.CHUNK_ROWS,
        ConfigDef.Type.LONG,
        50_000L,
        ConfigDef.Range.atLeast(1),
        "A snapshot reads a table with a key in chunks of so many rows, in the key's order, and changes in between; it goes "
            + "on where it was after a restart. A table without a key is read at once, and from its start after a restart. "
            + "Changes of the table wait for one chunk at most. As many tables as `read.connections` are read at once.");
    group.add(
        Settings.SNAPSHOT_ISOLATION,
        ConfigDef.Type.STRING,
        Isolation.READ_COMMITTED.text(),
        ConfigDef.ValidString.in(Isolation.READ_COMMITTED.text(), Isolation.SNAPSHOT.text()),
        "Isolation level of the chunks. `read_committed` waits for writers that hold locks on what it reads (unless the "
            + "database has READ_COMMITTED_SNAPSHOT on). `snapshot` waits for nobody, and needs "
            + "`ALTER DATABASE CURRENT SET ALLOW_SNAPSHOT_ISOLATION ON`. Either way a chunk is one short read, no lock "
            + "outlives it, and none is asked for the whole table.");
    group.add(
        Settings.LOCK_TIMEOUT,
        ConfigDef.Type.INT,
        10_000,
        ConfigDef.Range.between(-1, ONE_DAY_MILLIS),
        "Milliseconds that a chunk waits for a lock. Then a warning is logged and it is tried again after a pause, for as "
            + "long as it takes; the table's changes go on meanwhile. 0 does not wait, -1 waits for ever.");
    group.add(
        Settings.MIN_HEADROOM,
        ConfigDef.Type.LONG,
        1L,
        ConfigDef.Range.atLeast(0),
        "Hours. While a table's changes are read late, and the oldest change that the source still keeps is nearer than this "
            + "to the one read last, no chunks are read: changes that are cleaned up unread would be lost. 0 always "
            + "reads chunks.");
  }

  private static ConfigDef.Validator oneOf(Mode[] modes) {
    return ConfigDef.ValidString.in(
        Arrays.stream(modes).map(SnapshotDefinitions::lower).toArray(String[]::new));
  }

  private static String lower(Mode mode) {
    return mode.name().toLowerCase(Locale.ROOT);
  }
}
