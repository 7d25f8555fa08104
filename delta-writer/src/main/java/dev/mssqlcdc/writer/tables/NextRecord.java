package dev.mssqlcdc.writer.tables;

import dev.mssqlcdc.writer.core.BatchBuilder;
import dev.mssqlcdc.writer.core.GapException;
import dev.mssqlcdc.writer.core.RawRecord;
import dev.mssqlcdc.writer.decode.RecordDecoder;
import java.util.Optional;

/** Tries a record without writing it. */
public final class NextRecord {

  private final RecordDecoder decoder;

  public NextRecord(RecordDecoder decoder) {
    this.decoder = decoder;
  }

  /**
   * What the record shows to be missing before it.
   *
   * @param position where its table stands, right before it
   * @throws dev.mssqlcdc.writer.core.TableStopException when it is refused for another reason
   */
  public Optional<GapException> gap(TablePosition position, RawRecord record) {
    try {
      new BatchBuilder(position.target(), position.state(), 0)
          .accept(decoder.entry(position.topic().name(), record));
      return Optional.empty();
    } catch (GapException e) {
      return Optional.of(e);
    }
  }
}
