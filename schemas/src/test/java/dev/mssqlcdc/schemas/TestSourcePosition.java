package dev.mssqlcdc.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Positive;
import org.junit.jupiter.api.Test;

class TestSourcePosition {

  private static final Lsn ONE = new Lsn(0, 1);
  private static final Lsn TWO = new Lsn(0, 2);

  @Property
  void textRoundTrips(
      @ForAll @Positive long lsn,
      @ForAll int commandId,
      @ForAll long seqval,
      @ForAll @IntRange(min = 1, max = 4) int operation) {
    var position = new SourcePosition(new Lsn(0, lsn), commandId, new Lsn(7, seqval), operation);
    assertThat(SourcePosition.parse(position.toString())).isEqualTo(position);
  }

  @Test
  void commandIdOutranksSeqval() {
    assertThat(new SourcePosition(ONE, 1, TWO, 1)).isLessThan(new SourcePosition(ONE, 2, ONE, 1));
  }

  @Test
  void beforeImagePrecedesItsAfterImage() {
    assertThat(new SourcePosition(ONE, 1, ONE, 3)).isLessThan(new SourcePosition(ONE, 1, ONE, 4));
  }

  @Test
  void commitOutranksAll() {
    assertThat(new SourcePosition(ONE, 9, TWO, 4)).isLessThan(new SourcePosition(TWO, 1, ONE, 1));
  }

  @Test
  void refusesWhatIsNoPosition() {
    assertThatThrownBy(() -> SourcePosition.parse("1/2"))
        .hasMessageContaining("not a source position");
  }
}
