package dev.mssqlcdc.silver.plan;

import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.schemas.Operation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * A table without a key and with a column that is unique after every statement: rows keep it,
 * change it in place, exchange it within a statement, leave and come back. Its replay is the truth.
 */
public final class TestingKeylessHistory {

  /** Values of the unique column are below it. */
  public static final int KEYS = 5;

  private static final int STATEMENTS = 4;
  private static final int SEQVALS = 100;

  private final Random random;
  private final List<Image<Integer, String>> images = new ArrayList<>();
  private final List<Map<Integer, String>> tableAfter = new ArrayList<>();
  private final TreeMap<Integer, String> table = new TreeMap<>();
  private long offset;
  private int written;

  /** Commit n has the LSN n + 1. */
  public TestingKeylessHistory(long seed, int commits) {
    random = new Random(seed);
    for (int commit = 0; commit < commits; commit++) {
      int statements = 1 + random.nextInt(STATEMENTS);
      for (int command = 1; command <= statements; command++) {
        statement(new Lsn(0, commit + 1), command);
      }
      tableAfter.add(Map.copyOf(table));
    }
  }

  public List<Image<Integer, String>> images() {
    return List.copyOf(images);
  }

  /** Rows of bronze of some commits. */
  public List<Image<Integer, String>> range(long after, long end) {
    return images.stream()
        .filter(image -> image.startLsn().low() > after && image.startLsn().low() <= end)
        .toList();
  }

  public Map<Integer, String> tableAt(long n) {
    return n == 0 ? Map.of() : tableAfter.get((int) n - 1);
  }

  private void statement(Lsn lsn, int command) {
    int key = random.nextInt(KEYS);
    String before = table.get(key);
    if (before == null) {
      add(lsn, command, 0, Operation.INSERT, key, put(key, "v" + written++));
    } else if (random.nextInt(4) == 0) {
      table.remove(key);
      add(lsn, command, 0, Operation.DELETE, key, before);
    } else if (random.nextInt(4) == 0) {
      move(lsn, command, Map.of(key, key));
    } else {
      move(lsn, command, exchange());
    }
  }

  /** Some rows and the keys that they are to have: each other's, or free ones. */
  private Map<Integer, Integer> exchange() {
    List<Integer> from = new ArrayList<>(table.keySet());
    Collections.shuffle(from, random);
    from = from.subList(0, 1 + random.nextInt(from.size()));
    List<Integer> to =
        new ArrayList<>(
            IntStream.range(0, KEYS).filter(key -> !table.containsKey(key)).boxed().toList());
    to.addAll(from);
    Collections.shuffle(to, random);
    Map<Integer, Integer> moves = new LinkedHashMap<>();
    for (int i = 0; i < from.size(); i++) {
      moves.put(from.get(i), to.get(i));
    }
    return moves;
  }

  /**
   * One statement: capture writes both images of each row, in an order that says nothing of which
   * row left a key and which took it.
   */
  private void move(Lsn lsn, int command, Map<Integer, Integer> moves) {
    boolean asUpdate = random.nextBoolean();
    boolean pairedByKey = random.nextBoolean();
    List<Integer> seqvals = new ArrayList<>(IntStream.range(0, SEQVALS).boxed().toList());
    Collections.shuffle(seqvals, random);
    Map<Integer, String> rows = new LinkedHashMap<>();
    moves.keySet().forEach(key -> rows.put(key, table.remove(key)));
    moves.forEach(
        (from, to) -> {
          String row = from.equals(to) || random.nextBoolean() ? "v" + written++ : rows.get(from);
          Operation gone = asUpdate ? Operation.UPDATE_BEFORE : Operation.DELETE;
          Operation come = asUpdate ? Operation.UPDATE_AFTER : Operation.INSERT;
          int seqval = seqvals.get(from);
          add(lsn, command, seqval, gone, from, rows.get(from));
          add(lsn, command, pairedByKey ? seqvals.get(to) : seqval, come, to, put(to, row));
        });
  }

  private String put(int key, String row) {
    table.put(key, row);
    return row;
  }

  /** Seqvals go down with the commands, so that ordering by them alone is wrong. */
  private void add(Lsn lsn, int command, int seqval, Operation operation, int key, String row) {
    Lsn ordered = new Lsn(0, (long) (STATEMENTS - command) * SEQVALS + seqval);
    images.add(
        new Image<>(
            key, row, lsn, Optional.of(command), Optional.of(ordered), operation, offset++));
  }
}
