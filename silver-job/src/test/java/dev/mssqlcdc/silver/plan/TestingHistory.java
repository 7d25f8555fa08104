package dev.mssqlcdc.silver.plan;

import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.schemas.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;

/**
 * A source table that lives through random transactions, and what capture writes of them: the
 * replayed table is the truth that silver is compared with.
 */
public final class TestingHistory {

  /** Keys are below it. */
  public static final int KEYS = 6;

  private static final int STATEMENTS = 4;

  private final Random random;
  private final List<Image<Integer, String>> images = new ArrayList<>();
  private final List<Map<Integer, String>> tableAfter = new ArrayList<>();
  private final TreeMap<Integer, String> table = new TreeMap<>();
  private long offset;
  private int written;

  /** The table after each commit is kept; commit n has the LSN n + 1. */
  public TestingHistory(long seed, int commits) {
    random = new Random(seed);
    for (int commit = 0; commit < commits; commit++) {
      commit(new Lsn(0, commit + 1));
      tableAfter.add(Map.copyOf(table));
    }
  }

  /** Rows of bronze in the order of their offsets, some repeated as after a crash. */
  public List<Image<Integer, String>> images() {
    return List.copyOf(images);
  }

  /** The table as it was after the n-th commit; after none it was empty. */
  public Map<Integer, String> tableAt(long n) {
    return n == 0 ? Map.of() : tableAfter.get((int) n - 1);
  }

  private void commit(Lsn lsn) {
    List<Image<Integer, String>> rows = new ArrayList<>();
    int statements = 1 + random.nextInt(STATEMENTS);
    for (int command = 1; command <= statements; command++) {
      statement(rows, lsn, command);
    }
    images.addAll(rows);
    if (random.nextInt(4) == 0) {
      rows.forEach(row -> images.add(again(row)));
    }
  }

  /** Seqvals go down with the commands, so that ordering by them alone is wrong. */
  private void statement(List<Image<Integer, String>> rows, Lsn lsn, int command) {
    int key = random.nextInt(KEYS);
    Lsn seqval = new Lsn(0, STATEMENTS - command);
    String before = table.get(key);
    if (before == null) {
      rows.add(image(lsn, command, seqval, Operation.INSERT, key, put(key)));
    } else if (random.nextInt(3) == 0) {
      table.remove(key);
      rows.add(image(lsn, command, seqval, Operation.DELETE, key, before));
    } else if (random.nextInt(3) == 0) {
      changeKey(rows, lsn, command, key, before);
    } else {
      rows.add(image(lsn, command, seqval, Operation.UPDATE_BEFORE, key, before));
      rows.add(image(lsn, command, seqval, Operation.UPDATE_AFTER, key, put(key)));
    }
  }

  private void changeKey(
      List<Image<Integer, String>> rows, Lsn lsn, int command, int key, String before) {
    int other = random.nextInt(KEYS);
    if (table.containsKey(other)) {
      return;
    }
    Lsn seqval = new Lsn(0, STATEMENTS - command);
    boolean asUpdate = random.nextBoolean();
    Operation gone = asUpdate ? Operation.UPDATE_BEFORE : Operation.DELETE;
    Operation come = asUpdate ? Operation.UPDATE_AFTER : Operation.INSERT;
    table.remove(key);
    rows.add(image(lsn, command, seqval, gone, key, before));
    rows.add(image(lsn, command, seqval, come, other, put(other)));
  }

  private String put(int key) {
    String value = "v" + written++;
    table.put(key, value);
    return value;
  }

  private Image<Integer, String> image(
      Lsn lsn, int command, Lsn seqval, Operation operation, int key, String row) {
    return new Image<>(
        key, row, lsn, Optional.of(command), Optional.of(seqval), operation, offset++);
  }

  private Image<Integer, String> again(Image<Integer, String> row) {
    return new Image<>(
        row.key(),
        row.row(),
        row.startLsn(),
        row.commandId(),
        row.seqval(),
        row.operation(),
        offset++);
  }
}
