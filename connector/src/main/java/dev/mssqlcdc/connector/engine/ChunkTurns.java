package dev.mssqlcdc.connector.engine;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which tables read a chunk of their snapshots now: as many at once as there are lanes, so that a
 * stream has to wait for one chunk at most.
 */
final class ChunkTurns {

  private final Lanes lanes;
  private final int atOnce;
  private final Set<TableState> reading = new HashSet<>();

  ChunkTurns(Lanes lanes, int atOnce) {
    this.lanes = lanes;
    this.atOnce = atOnce;
  }

  /** Tables that came back have had their turn. */
  void takeBack() {
    reading.removeIf(table -> !table.isLent());
  }

  /** How many more tables may begin. */
  int free() {
    return atOnce - reading.size();
  }

  /** Gives a turn to the first of the tables that have a snapshot to read. */
  void give(List<TableState> tables) {
    for (TableState table : tables) {
      if (free() > 0 && table.snapshot().isDue()) {
        reading.add(table);
        lanes.lend(table, lane -> lane.readChunk(table));
      }
    }
  }
}
