package dev.mssqlcdc.standin.cdc;

import dev.mssqlcdc.standin.catalog.Catalog;
import dev.mssqlcdc.standin.catalog.TableDef;
import dev.mssqlcdc.standin.lock.LockMode;
import dev.mssqlcdc.standin.lock.LockOwner;
import dev.mssqlcdc.standin.lock.Resource;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.h2.value.Value;

/**
 * The row images of one session's open transaction in one database. Used by one thread at a time.
 */
public final class ChangeBuffer {
  // H2 creates triggers itself and hands them no session; a statement and its triggers share a
  // thread
  private static final ThreadLocal<ChangeBuffer> CURRENT = new ThreadLocal<>();

  private static final long NOT_STARTED = -1;

  private final Catalog catalog;
  private final LockOwner locks;
  private final ServerClock clock;
  private List<Change> changes = new ArrayList<>();
  private int statement;
  private LocalDateTime began;
  private long startPosition = NOT_STARTED;
  private int startSize;

  ChangeBuffer(Catalog catalog, LockOwner locks, ServerClock clock) {
    this.catalog = catalog;
    this.locks = locks;
    this.clock = clock;
  }

  static Optional<ChangeBuffer> current() {
    return Optional.ofNullable(CURRENT.get());
  }

  /** Before a statement: its triggers find the buffer on this thread. */
  public void enter() {
    CURRENT.set(this);
    clock.enter();
    statement++;
    startPosition = NOT_STARTED;
    if (began == null) {
      began = clock.datetime();
    }
  }

  /** After a statement, whatever its outcome. */
  public void exit() {
    CURRENT.remove();
    clock.exit();
  }

  /** The number of changes so far: a mark to go back to. */
  public int size() {
    return changes.size();
  }

  /** Forgets the changes after a mark, as a failed statement or a savepoint demands. */
  public void truncate(int mark) {
    changes.subList(mark, changes.size()).clear();
  }

  /**
   * H2 is about to write a table. When it met a concurrent change it rolls the statement back and
   * starts it again: what the first attempt recorded is then void.
   *
   * @param undoPosition how far H2's undo log of the transaction has come
   * @throws TableBusy when the statement has to wait, and to start again
   */
  void startTable(String schema, String name, long undoPosition) {
    TableDef table = catalog.table(schema, name).orElse(null);
    if (table == null) {
      return;
    }
    if (!locks.tryAcquire(Resource.shape(table.objectId()), LockMode.SHARED, true)) {
      throw new TableBusy(table.objectId());
    }
    if (undoPosition <= startPosition) {
      truncate(startSize);
    } else if (startPosition < 0) {
      startPosition = undoPosition;
      startSize = changes.size();
    }
  }

  void add(String schema, String name, Value[] before, Value[] after) {
    catalog
        .table(schema, name)
        .ifPresent(table -> changes.add(new Change(table, statement, before, after)));
  }

  LocalDateTime began() {
    return began == null ? clock.datetime() : began;
  }

  /** Hands the changes over and begins anew. */
  List<Change> take() {
    List<Change> taken = changes;
    changes = new ArrayList<>();
    return taken;
  }

  /** After the transaction's end, either way. */
  public void clear() {
    changes = new ArrayList<>();
    statement = 0;
    began = null;
  }
}
