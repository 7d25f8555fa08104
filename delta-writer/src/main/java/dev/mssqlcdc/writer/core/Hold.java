package dev.mssqlcdc.writer.core;

import dev.mssqlcdc.schemas.Lsn;
import java.util.Optional;

/**
 * Records of the table are in the dead letter topic: its verdict stays until that gap is accepted.
 *
 * @param since offset of the first of them
 * @param reached the LSN of the last progress event since, which moved nothing
 */
public record Hold(long since, Optional<Lsn> reached) {

  Hold reaching(Lsn lsn) {
    return new Hold(since, Optional.of(lsn));
  }
}
