package dev.mssqlcdc.connector.engine;

import dev.mssqlcdc.connector.core.SourceException;
import dev.mssqlcdc.schemas.Lsn;

/** Two connections may lead to two replicas, of which one has not got what the other has. */
final class Replica {

  private Replica() {}

  /**
   * To be called before rows are read over a connection: on a replica that lags behind, they are
   * missing without an error.
   *
   * @param known an LSN that the source has captured, as another connection or an offset tells
   * @param here the last LSN captured, as this connection tells
   * @throws SourceException to try again later
   */
  static void check(Lsn known, Lsn here) {
    if (here.compareTo(known) < 0) {
      throw new SourceException(
          SourceException.Kind.BEHIND,
          "the source has captured up to LSN %s, but the replica to read from has LSN %s"
              .formatted(known, here),
          "let all connections reach the same replica, or look why this one lags behind");
    }
  }
}
