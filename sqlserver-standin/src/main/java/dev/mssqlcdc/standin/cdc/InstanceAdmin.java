package dev.mssqlcdc.standin.cdc;

import dev.mssqlcdc.standin.catalog.Catalog;
import dev.mssqlcdc.standin.catalog.ColumnDef;
import dev.mssqlcdc.standin.catalog.KeyDef;
import dev.mssqlcdc.standin.catalog.TableBuilder;
import dev.mssqlcdc.standin.catalog.TableDef;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes and drops capture instances. The caller holds the source table alone. */
final class InstanceAdmin {
  private final Catalog catalog;
  private final Instances instances;
  private final CaptureLog log;
  private final ServerClock clock;
  private final Alterations alterations;

  InstanceAdmin(
      Catalog catalog,
      Instances instances,
      CaptureLog log,
      ServerClock clock,
      Alterations alterations) {
    this.catalog = catalog;
    this.instances = instances;
    this.log = log;
    this.clock = clock;
    this.alterations = alterations;
  }

  void enable(Connection h2, EnableRequest request) throws SQLException {
    TableDef source = request.table();
    EnableRules.Plan plan = EnableRules.check(request, instances.all());
    TableDef changeTable = ChangeTables.define(catalog.newObjectId(), plan.name(), plan.captured());
    List<String> statements = new ArrayList<>(ChangeTables.statements(changeTable));
    if (instances.of(source.objectId()).isEmpty()) {
      statements.add(Triggers.createCapture(source));
    }
    change(h2, statements);
    catalog.put(changeTable);
    CaptureInstance instance =
        log.at(
            lsn -> {
              CaptureInstance made =
                  new CaptureInstance(
                      plan.name(),
                      source,
                      changeTable,
                      plan.captured(),
                      lsn,
                      lsn,
                      clock.datetime(),
                      request.role(),
                      plan.key().map(KeyDef::name),
                      plan.netChanges());
              instances.add(made);
              return made;
            });
    describe(h2, instance, plan.key());
    h2.commit();
  }

  void disable(Connection h2, CaptureInstance instance) throws SQLException {
    instances.remove(instance);
    List<String> statements = new ArrayList<>();
    statements.add("DROP TABLE " + TableBuilder.h2Name(instance.changeTable()));
    int sourceId = instance.source().objectId();
    if (instances.of(sourceId).isEmpty()) {
      TableDef source = catalog.byId(sourceId).orElse(instance.source());
      statements.add(Triggers.dropCapture(source));
    }
    change(h2, statements);
    try (Statement statement = h2.createStatement()) {
      for (String table :
          List.of("change_tables", "captured_columns", "index_columns", "ddl_history")) {
        statement.execute(
            "DELETE FROM cdc." + table + " WHERE object_id = " + instance.changeTable().objectId());
      }
    }
    h2.commit();
    catalog.remove(instance.changeTable());
  }

  private void change(Connection h2, List<String> statements) throws SQLException {
    alterations.inTurn(
        () -> {
          try (Statement statement = h2.createStatement()) {
            for (String sql : statements) {
              statement.execute(sql);
            }
          }
          return null;
        });
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
