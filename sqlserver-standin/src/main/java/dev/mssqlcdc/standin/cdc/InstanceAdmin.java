package dev.mssqlcdc.standin.cdc;

import dev.mssqlcdc.standin.catalog.Catalog;
import dev.mssqlcdc.standin.catalog.ColumnDef;
import dev.mssqlcdc.standin.catalog.KeyDef;
import dev.mssqlcdc.standin.catalog.TableBuilder;
import dev.mssqlcdc.standin.catalog.TableDef;
import dev.mssqlcdc.standin.model.SqlError;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;

/** Makes and drops capture instances. The caller holds the source table alone. */
final class InstanceAdmin {
  private static final int MOST_INSTANCES = 2;

  private final Catalog catalog;
  private final Instances instances;
  private final CaptureLog log;
  private final ServerClock clock;

  InstanceAdmin(Catalog catalog, Instances instances, CaptureLog log, ServerClock clock) {
    this.catalog = catalog;
    this.instances = instances;
    this.log = log;
    this.clock = clock;
  }

  void enable(Connection h2, EnableRequest request) throws SQLException {
    TableDef source = request.table();
    String name = request.instance().orElse(source.schema() + "_" + source.name());
    refuse(source, name);
    Optional<KeyDef> key = key(source, request.indexName());
    List<ColumnDef> captured = captured(source, request.columns(), key);
    TableDef changeTable = ChangeTables.define(catalog.newObjectId(), name, captured);
    try (Statement statement = h2.createStatement()) {
      for (String sql : ChangeTables.statements(changeTable)) {
        statement.execute(sql);
      }
      if (instances.of(source.objectId()).isEmpty()) {
        statement.execute(Triggers.createCapture(source));
      }
    }
    catalog.put(changeTable);
    CaptureInstance instance =
        log.at(
            lsn -> {
              CaptureInstance made =
                  new CaptureInstance(
                      name,
                      source,
                      changeTable,
                      captured,
                      lsn,
                      lsn,
                      clock.now(),
                      request.role(),
                      key.map(KeyDef::name),
                      request.netChanges().orElse(source.primaryKey().isPresent()));
              instances.add(made);
              return made;
            });
    describe(h2, instance, key);
    h2.commit();
  }

  void disable(Connection h2, CaptureInstance instance) throws SQLException {
    instances.remove(instance);
    try (Statement statement = h2.createStatement()) {
      statement.execute("DROP TABLE " + TableBuilder.h2Name(instance.changeTable()));
      if (instances.of(instance.source().objectId()).isEmpty()) {
        statement.execute(Triggers.dropCapture(instance.source()));
      }
      for (String table :
          List.of("change_tables", "captured_columns", "index_columns", "ddl_history")) {
        statement.execute(
            "DELETE FROM cdc." + table + " WHERE object_id = " + instance.changeTable().objectId());
      }
    }
    h2.commit();
    catalog.remove(instance.changeTable());
  }

  /** Raises the low end first: who reads it sees no rows missing above it. */
  void cleanUp(Connection h2, CaptureInstance instance, Lsn lowWater) throws SQLException {
    if (lowWater.compareTo(instance.start()) <= 0) {
      return;
    }
    instances.replace(instance, instance.startingAt(lowWater));
    try (PreparedStatement raise =
            h2.prepareStatement("UPDATE cdc.change_tables SET start_lsn = ? WHERE object_id = ?");
        PreparedStatement delete =
            h2.prepareStatement(
                "DELETE FROM "
                    + TableBuilder.h2Name(instance.changeTable())
                    + " WHERE \"__$start_lsn\" < ?")) {
      raise.setBytes(1, lowWater.toBytes());
      raise.setInt(2, instance.changeTable().objectId());
      raise.executeUpdate();
      h2.commit();
      delete.setBytes(1, lowWater.toBytes());
      delete.executeUpdate();
      h2.commit();
    }
  }

  private void refuse(TableDef source, String name) {
    if (instances.byName(name).isPresent()) {
      throw SqlError.of(
          22926,
          "Could not create a capture instance because the capture instance name '"
              + name
              + "' already exists in the current database. Specify an explicit unique name for the"
              + " parameter @capture_instance.");
    }
    if (instances.of(source.objectId()).size() >= MOST_INSTANCES) {
      throw SqlError.of(
          22926,
          "Could not create a capture instance because two capture instances already exist for"
              + " source table '"
              + source.qualifiedName()
              + "'. A table can have at most two capture instances. Disable one of them and retry"
              + " the operation.");
    }
  }

  private static Optional<KeyDef> key(TableDef source, Optional<String> indexName) {
    if (indexName.isEmpty()) {
      return source.primaryKey();
    }
    KeyDef key =
        source
            .key(indexName.get())
            .filter(KeyDef::unique)
            .orElseThrow(
                () ->
                    SqlError.of(
                        22938,
                        "The index name '"
                            + indexName.get()
                            + "' is not an index for table '"
                            + source.qualifiedName()
                            + "'. Specify a valid index name for the table."));
    for (String column : key.columns()) {
      if (source.column(column).filter(ColumnDef::nullable).isPresent()) {
        throw SqlError.of(
            22942,
            "The index '"
                + key.name()
                + "' has the nullable column '"
                + column
                + "'. The columns of the index for the parameter @index_name must not be null.");
      }
    }
    return Optional.of(key);
  }

  private static List<ColumnDef> captured(
      TableDef source, List<String> names, Optional<KeyDef> key) {
    for (String name : names) {
      if (source.column(name).isEmpty()) {
        throw SqlError.of(
            22930,
            "Could not locate column '"
                + name
                + "' specified in parameter @captured_column_list in source table '"
                + source.qualifiedName()
                + "'.");
      }
    }
    List<ColumnDef> columns =
        source.columns().stream()
            .filter(c -> names.isEmpty() || names.stream().anyMatch(c.name()::equalsIgnoreCase))
            .toList();
    for (String keyColumn : key.map(KeyDef::columns).orElse(List.of())) {
      if (columns.stream().noneMatch(column -> column.name().equalsIgnoreCase(keyColumn))) {
        throw SqlError.of(
            22931,
            "The captured column list of '"
                + source.qualifiedName()
                + "' must contain the column '"
                + keyColumn
                + "' of the index that identifies its rows.");
      }
    }
    return columns;
  }

  private static void describe(Connection h2, CaptureInstance instance, Optional<KeyDef> key)
      throws SQLException {
    int objectId = instance.changeTable().objectId();
    try (PreparedStatement insert =
        h2.prepareStatement(
            "INSERT INTO cdc.change_tables VALUES"
                + " (?, 0, ?, ?, ?, NULL, ?, FALSE, ?, ?, NULL, ?, TRUE)")) {
      insert.setInt(1, objectId);
      insert.setInt(2, instance.source().objectId());
      insert.setString(3, instance.name());
      insert.setBytes(4, instance.startLsn());
      insert.setBoolean(5, instance.netChanges());
      insert.setString(6, instance.role().orElse(null));
      insert.setString(7, instance.indexName().orElse(null));
      insert.setObject(8, instance.created());
      insert.executeUpdate();
    }
    try (PreparedStatement insert =
        h2.prepareStatement("INSERT INTO cdc.captured_columns VALUES (?, ?, ?, ?, ?, ?, NULL)")) {
      int ordinal = 1;
      for (ColumnDef column : instance.captured()) {
        insert.setInt(1, objectId);
        insert.setString(2, column.name());
        insert.setInt(3, column.id());
        insert.setString(4, column.type().name().sqlName());
        insert.setInt(5, ordinal++);
        insert.setBoolean(6, column.computed());
        insert.executeUpdate();
      }
    }
    try (PreparedStatement insert =
        h2.prepareStatement("INSERT INTO cdc.index_columns VALUES (?, ?, ?, ?)")) {
      int ordinal = 1;
      for (String column : key.map(KeyDef::columns).orElse(List.of())) {
        insert.setInt(1, objectId);
        insert.setString(2, column);
        insert.setInt(3, ordinal++);
        insert.setInt(4, instance.source().column(column).orElseThrow().id());
        insert.executeUpdate();
      }
    }
  }
}
