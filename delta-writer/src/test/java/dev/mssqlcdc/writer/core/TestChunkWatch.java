package dev.mssqlcdc.writer.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.EventDetail.SnapshotChunk;
import java.util.OptionalLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class TestChunkWatch {

  private static final OptionalLong TWO = OptionalLong.of(2);

  private static SnapshotChunk chunk(String snapshot, int number) {
    return new SnapshotChunk(snapshot, number, null, null, "0x0", 0, false, null);
  }

  @Property
  void onlyMissingRowsAreAFault(
      @ForAll @IntRange(min = 0, max = 5) int sent, @ForAll @IntRange(min = 0, max = 5) int came) {
    ChunkWatch watch = ChunkWatch.none(true);
    for (int row = 0; row < came; row++) {
      watch = watch.withRow("s", 0);
    }
    assertThat(watch.fault(chunk("s", 0), OptionalLong.of(sent)).isPresent())
        .isEqualTo(came < sent);
  }

  @Test
  void aChunkWhoseBeginningWasNotSeenIsNotJudged() {
    ChunkWatch cutOff = ChunkWatch.none(false).withRow("s", 0);
    assertThat(cutOff.fault(chunk("s", 0), TWO)).isEmpty();
    assertThat(cutOff.withRow("s", 1).fault(chunk("s", 1), TWO)).isPresent();
  }

  @Test
  void theRestOfAStoppedSnapshotsChunkIsNotWaitedForAndMayComeLater() {
    ChunkWatch half = ChunkWatch.none(true).withRow("s", 3);
    assertThat(half.withRow("s", 3).fault(chunk("s", 3), TWO)).as("it goes on").isEmpty();
    assertThat(half.withRow("t", 0).fault(chunk("t", 0), TWO)).isPresent();
  }
}
