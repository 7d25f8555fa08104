package dev.mssqlcdc.writer.tables;

import dev.mssqlcdc.writer.core.DeadLetter;
import dev.mssqlcdc.writer.core.LetterPlace;
import java.util.List;
import java.util.Map;

/** The topic for records that cannot be used. */
public interface DeadLetters {

  /**
   * Moves records there, each once: what an earlier attempt has moved is found, not moved again.
   *
   * @param from where their table stands
   * @param letters in the order of the topic
   * @return where each is, by the record's offset
   * @throws StaleException when another instance does it at the same time
   * @throws dev.mssqlcdc.lake.LakeException when it fails; whether they were moved is then unknown
   */
  Map<Long, LetterPlace> move(TablePosition from, List<DeadLetter> letters);
}
