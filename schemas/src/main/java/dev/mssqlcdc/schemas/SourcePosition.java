package dev.mssqlcdc.schemas;

import java.util.Objects;

/**
 * Where one change row stands in the database's history: a total order over all rows of one table,
 * {@code (start_lsn, command_id, seqval, operation)}. Microsoft advises against ordering by seqval
 * alone; the command id keeps the statements of one transaction apart.
 *
 * @param startLsn LSN of the commit ({@code __$start_lsn})
 * @param commandId order of the command in its transaction ({@code __$command_id})
 * @param seqval order inside the command ({@code __$seqval})
 * @param operation {@code __$operation}, 1 to 4; a before image (3) precedes its after image (4)
 */
public record SourcePosition(Lsn startLsn, int commandId, Lsn seqval, int operation)
    implements Comparable<SourcePosition> {

  private static final int PARTS = 4;

  public SourcePosition {
    Objects.requireNonNull(startLsn, "startLsn");
    Objects.requireNonNull(seqval, "seqval");
  }

  /**
   * Reads what {@link #toString()} wrote.
   *
   * @throws IllegalArgumentException when the text is not of that form
   */
  public static SourcePosition parse(String text) {
    String[] parts = text.split("/", -1);
    if (parts.length != PARTS) {
      throw new IllegalArgumentException(
          "not a source position (start_lsn/command_id/seqval/operation expected): '" + text + "'");
    }
    return new SourcePosition(
        Lsn.parse(parts[0]),
        Integer.parseInt(parts[1]),
        Lsn.parse(parts[2]),
        Integer.parseInt(parts[3]));
  }

  @Override
  public int compareTo(SourcePosition other) {
    int order = startLsn.compareTo(other.startLsn);
    if (order == 0) {
      order = Integer.compare(commandId, other.commandId);
    }
    if (order == 0) {
      order = seqval.compareTo(other.seqval);
    }
    return order == 0 ? Integer.compare(operation, other.operation) : order;
  }

  /** {@code start_lsn/command_id/seqval/operation}, the form kept in the facts table. */
  @Override
  public String toString() {
    return startLsn + "/" + commandId + "/" + seqval + "/" + operation;
  }
}
