package dev.mssqlcdc.standin.cdc;

import dev.mssqlcdc.standin.catalog.TableBuilder;
import dev.mssqlcdc.standin.catalog.TableDef;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.h2.value.Value;

/** Writes the change rows of committed transactions. Commits nothing itself. */
final class ChangeWriter implements AutoCloseable {
  static final int DELETE = 1;
  static final int INSERT = 2;
  static final int UPDATE_BEFORE = 3;
  static final int UPDATE_AFTER = 4;
  private static final int TRANSACTION_ID_BYTES = 6;

  private final Connection h2;
  private final List<CaptureInstance> instances;
  private final Map<String, PreparedStatement> inserts = new HashMap<>();
  private final Map<String, RowMapping> mappings = new HashMap<>();
  private final PreparedStatement timeMapping;

  private LogRecord.Commit commit;
  private long records;
  private int commands;

  ChangeWriter(Connection h2, List<CaptureInstance> instances) throws SQLException {
    this.h2 = h2;
    this.instances = instances;
    this.timeMapping =
        h2.prepareStatement("INSERT INTO cdc.lsn_time_mapping VALUES (?, ?, ?, ?, ?)");
  }

  @Override
  public void close() throws SQLException {
    for (PreparedStatement insert : inserts.values()) {
      insert.close();
    }
    timeMapping.close();
  }

  /** Writes one transaction; a transaction without a change row leaves no entry either. */
  void write(LogRecord.Commit transaction) throws SQLException {
    commit = transaction;
    records = 0;
    commands = 0;
    List<Change> moved = new ArrayList<>();
    int statement = 0;
    for (Change change : transaction.changes()) {
      if (change.statement() != statement) {
        insertMoved(moved);
        statement = change.statement();
      }
      one(change, moved);
    }
    insertMoved(moved);
    if (commands > 0) {
      byte[] id = ByteBuffer.allocate(Long.BYTES).putLong(transaction.transactionId()).array();
      map(
          transaction.lsn(),
          transaction.began(),
          transaction.ended(),
          Arrays.copyOfRange(id, Long.BYTES - TRANSACTION_ID_BYTES, Long.BYTES),
          transaction.first());
    }
  }

  void write(LogRecord.Idle idle) throws SQLException {
    map(idle.lsn(), idle.at(), idle.at(), new byte[] {0}, idle.lsn());
  }

  private void one(Change change, List<Change> moved) throws SQLException {
    if (change.isInsert()) {
      image(change, INSERT);
    } else if (change.isDelete()) {
      image(change, DELETE);
    } else if (RowMapping.keyChanged(change)) {
      // all rows of a statement leave their keys before the first takes a new one
      image(change, DELETE);
      moved.add(change);
    } else {
      update(change);
    }
  }

  private void insertMoved(List<Change> moved) throws SQLException {
    for (Change change : moved) {
      image(change, INSERT);
    }
    moved.clear();
  }

  private void image(Change change, int operation) throws SQLException {
    byte[] sequence = LsnClock.record(commit.first(), ++records).toBytes();
    for (CaptureInstance instance : instances) {
      if (captures(instance, change)) {
        RowMapping mapping = mapping(instance, change);
        commands++;
        row(instance, mapping, change, sequence, operation, mapping.fullMask());
      }
    }
  }

  private void update(Change change) throws SQLException {
    byte[] sequence = LsnClock.record(commit.first(), ++records).toBytes();
    for (CaptureInstance instance : instances) {
      if (captures(instance, change)) {
        RowMapping mapping = mapping(instance, change);
        byte[] mask = mapping.changedMask(change);
        if (mask != null) {
          commands++;
          row(instance, mapping, change, sequence, UPDATE_BEFORE, mask);
          row(instance, mapping, change, sequence, UPDATE_AFTER, mask);
        }
      }
    }
  }

  private boolean captures(CaptureInstance instance, Change change) {
    return instance.source().objectId() == change.table().objectId()
        && commit.lsn().compareTo(instance.enabled()) > 0;
  }

  private RowMapping mapping(CaptureInstance instance, Change change) {
    RowMapping known = mappings.get(instance.name());
    if (known != null && known.isFor(change.table())) {
      return known;
    }
    RowMapping mapping = new RowMapping(instance, change.table());
    mappings.put(instance.name(), mapping);
    return mapping;
  }

  private void row(
      CaptureInstance instance,
      RowMapping mapping,
      Change change,
      byte[] sequence,
      int operation,
      byte[] mask)
      throws SQLException {
    PreparedStatement insert = insert(instance);
    insert.setBytes(1, commit.lsn().toBytes());
    insert.setNull(2, Types.BINARY);
    insert.setBytes(3, sequence);
    insert.setInt(4, operation);
    insert.setBytes(5, mask);
    int parameter = 6;
    for (int i = 0; i < mapping.columns(); i++) {
      insert.setObject(parameter++, value(mapping, i, change, operation, mask));
    }
    insert.setInt(parameter, commands);
    insert.executeUpdate();
  }

  private static Value value(
      RowMapping mapping, int column, Change change, int operation, byte[] mask) {
    int index = mapping.index(column);
    boolean before = operation == DELETE || operation == UPDATE_BEFORE;
    boolean unchangedMax =
        operation == UPDATE_BEFORE && mapping.isMax(column) && !RowMapping.isSet(mask, column);
    boolean hidden = index < 0 || unchangedMax || (before && mapping.isLegacyLob(column));
    if (hidden) {
      return null;
    }
    return before ? change.before(index) : change.after(index);
  }

  private PreparedStatement insert(CaptureInstance instance) throws SQLException {
    PreparedStatement known = inserts.get(instance.name());
    if (known != null) {
      return known;
    }
    TableDef table = instance.changeTable();
    String marks = "?, ".repeat(table.columns().size() - 1) + "?";
    PreparedStatement insert =
        h2.prepareStatement(
            "INSERT INTO " + TableBuilder.h2Name(table) + " VALUES (" + marks + ")");
    inserts.put(instance.name(), insert);
    return insert;
  }

  private void map(Lsn lsn, LocalDateTime began, LocalDateTime ended, byte[] id, Lsn first)
      throws SQLException {
    timeMapping.setBytes(1, lsn.toBytes());
    timeMapping.setObject(2, Objects.requireNonNull(began));
    timeMapping.setObject(3, Objects.requireNonNull(ended));
    timeMapping.setBytes(4, id);
    timeMapping.setBytes(5, first.toBytes());
    timeMapping.executeUpdate();
  }
}
