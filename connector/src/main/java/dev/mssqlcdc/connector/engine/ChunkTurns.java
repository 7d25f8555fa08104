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

  /** Gives a turn to the first of the tables that have a chunk to read. */
  void give(List<TableState> tables) {
    long now = System.nanoTime();
    for (TableState table : tables) {
      if (reading.size() < atOnce && table.hasChunk(now)) {
        reading.add(table);
        lanes.lend(table, lane -> lane.readChunk(table));
      }
    }
  }
}
