package dev.mssqlcdc.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.SourcePosition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;

/** The check of the soak finds what may be wrong with a topic. */
class TestChecker {

  private TestingTopics topics = new TestingTopics();

  private AbstractThrowableAssert<?, ?> assertViolation() {
    return assertThatThrownBy(topics::check).isInstanceOf(Violation.class);
  }

  private Arrived.Changed changed(int place) {
    return (Arrived.Changed) topics.records.get(place);
  }

  private void replaceValue(int place, String column, Object value) {
    Arrived.Changed old = changed(place);
    Map<String, Object> values = new HashMap<>(old.values());
    values.put(column, value);
    topics.records.set(
        place,
        new Arrived.Changed(old.offset(), old.instance(), old.position(), old.key(), values));
  }

  private void move(int place, SourcePosition position, String instance) {
    Arrived.Changed old = changed(place);
    topics.records.set(
        place, new Arrived.Changed(old.offset(), instance, position, old.key(), old.values()));
  }

  @Test
  void whatAConnectorWithoutFaultsSendsIsComplete() {
    assertThat(topics.changes()).hasSize(7);
    assertThat(topics.check()).isEmpty();
    assertThat(topics.run.log().unchecked()).isZero();
  }

  @Test
  void anyDroppedRecordIsFound() {
    for (int dropped : topics.changes()) {
      topics = new TestingTopics();
      topics.records.remove(dropped);
      assertViolation();
      topics = new TestingTopics();
      topics.records.remove(dropped);
      topics.recount(6);
      assertViolation();
    }
  }

  @Test
  void aDroppedTransactionIsFoundThoughTheCountAgrees() {
    topics.records.remove((int) topics.changes().get(0));
    topics.recount(6);
    assertViolation().hasMessageContaining("row 1");
    topics = new TestingTopics();
    List<Integer> last = topics.changes().subList(4, 7);
    topics.records.subList(last.get(0), last.get(2) + 1).clear();
    topics.recount(4);
    assertViolation().hasMessageContaining("transaction 3");
  }

  @Test
  void aRecordThatDoesNotComeAnyMoreIsMissed() {
    int first = topics.changes().get(6);
    topics.records.subList(first, topics.records.size()).clear();
    assertThat(topics.check().orElseThrow()).contains("delete of row 2");
  }

  @Test
  void aMarkThatIsMissingIsFound() {
    topics.marked.remove(topics.marked.size() - 2);
    assertViolation();
  }

  @Test
  void anyRepeatedRecordIsFound() {
    for (int repeated : topics.changes()) {
      topics = new TestingTopics();
      topics.records.add(repeated + 1, topics.records.get(repeated));
      topics.recount(8);
      assertViolation();
      topics = new TestingTopics();
      topics.records.add(topics.records.get(repeated));
      assertViolation();
    }
  }

  @Test
  void aRepetitionUnderAnotherPositionIsFound() {
    int last = topics.changes().get(6);
    topics.records.add(last + 1, topics.records.get(last));
    move(last + 1, new SourcePosition(TestingTopics.lsn(35), 0, TestingTopics.lsn(0), 1), "t_v1");
    topics.recount(8);
    assertViolation().hasMessageContaining("nobody made this change");
  }

  @Test
  void anySwappedPairIsFound() {
    List<Integer> places = topics.changes();
    for (int i = 1; i < places.size(); i++) {
      topics = new TestingTopics();
      Arrived first = topics.records.get(places.get(i - 1));
      topics.records.set(places.get(i - 1), topics.records.get(places.get(i)));
      topics.records.set(places.get(i), first);
      assertViolation().hasMessageContaining("position");
    }
  }

  @Test
  void anyWrongValueIsFound() {
    for (int place : topics.changes()) {
      for (String column : List.of("a", SoakTable.WRITER, "id", "other")) {
        topics = new TestingTopics();
        replaceValue(place, column, 77L);
        assertViolation();
      }
      topics = new TestingTopics();
      replaceValue(place, "a", null);
      assertViolation().hasMessageContaining("column a is null");
    }
  }

  @Test
  void aWrongBeforeImageIsFound() {
    replaceValue(topics.changes().get(2), "a", 11L);
    assertViolation().hasMessageContaining("column a is 11 instead of 10");
  }

  @Test
  void aTransactionUnderTwoLsnsIsFound() {
    move(
        topics.changes().get(1),
        new SourcePosition(TestingTopics.lsn(15), 2, TestingTopics.lsn(2), 2),
        "t_v1");
    assertViolation();
  }

  @Test
  void statementsOutOfTheirOrderAreFound() {
    List<Integer> places = topics.changes();
    Arrived.Changed delete = changed(places.get(6));
    topics.records.remove((int) places.get(6));
    topics.records.add(places.get(4), delete);
    move(
        places.get(4),
        new SourcePosition(TestingTopics.lsn(30), 1, TestingTopics.lsn(1), 1),
        "t_v1");
    assertViolation().hasMessageContaining("a statement's change comes after one of statement 3");
  }

  @Test
  void aCommitReadFromAnotherInstanceIsFound() {
    var next = new Instance("t_v2", topics.table.writable(), topics.run.ticks().next());
    topics.table.instances().add(next);
    int last = topics.changes().get(6);
    move(last, changed(last).position(), "t_v2");
    assertViolation().hasMessageContaining("read from capture instance t_v2");
  }

  @Test
  void aProgressThatDoesNotFollowIsFound() {
    topics.records.add(TestingTopics.progress("t_v1", 41, 50, 0));
    assertViolation().hasMessageContaining("is due");
    topics = new TestingTopics();
    topics.recount(6);
    assertViolation().hasMessageContaining("counts");
  }

  private void announceGap(long from, long to) {
    topics.records.add(
        topics.records.size() - 1,
        TestingTopics.told(
            "t_v1",
            to,
            new EventDetail.DataSkipped(
                TestingTopics.lsn(from).toString(), TestingTopics.lsn(to).toString(), "cleanup"),
            OptionalLong.empty()));
    topics.records.set(
        topics.records.size() - 1,
        TestingTopics.progress("t_v1", to - 1, 40, topics.changes().size()));
  }

  @Test
  void aGapExcusesWhatIsMissingInIt() {
    loseLastTransaction();
    assertThat(topics.check()).isEmpty();
    assertThat(topics.run.figures().toString()).contains("gaps 1 (changes in them 2)");
  }

  @Test
  void rowsBeforeAGapMayBeCountedOrNot() {
    for (int counted : List.of(0, 4)) {
      topics = new TestingTopics();
      loseLastTransaction();
      topics.records.set(
          topics.records.size() - 1, TestingTopics.progress("t_v1", 30, 40, counted));
      assertThat(topics.check()).isEmpty();
    }
    topics = new TestingTopics();
    loseLastTransaction();
    topics.records.set(topics.records.size() - 1, TestingTopics.progress("t_v1", 30, 40, 5));
    assertViolation().hasMessageContaining("counts");
  }

  private void loseLastTransaction() {
    List<Integer> last = topics.changes().subList(4, 7);
    topics.records.subList(last.get(0), last.get(2) + 1).clear();
    announceGap(1, 31);
    topics.table.losesBelow(TestingTopics.lsn(31));
  }

  @Test
  void aGapExcusesNothingOutsideIt() {
    List<Integer> last = topics.changes().subList(4, 7);
    topics.records.subList(last.get(0), last.get(2) + 1).clear();
    announceGap(1, 30);
    topics.table.losesBelow(TestingTopics.lsn(31));
    assertViolation().hasMessageContaining("transaction 3");
  }

  @Test
  void aGapThatNobodyMadeIsFound() {
    announceGap(1, 31);
    assertViolation().hasMessageContaining("removed below");
    topics = new TestingTopics();
    announceGap(5, 31);
    topics.table.losesBelow(TestingTopics.lsn(31));
    assertViolation().hasMessageContaining("was read up to");
  }

  @Test
  void aSnapshotThatLacksARowOrHasAnotherIsFound() {
    Arrived row = topics.records.remove(1);
    assertViolation().hasMessageContaining("counts");
    topics = new TestingTopics();
    topics.records.add(1, row);
    assertViolation().hasMessageContaining("comes twice");
    topics = new TestingTopics();
    var stale = (Arrived.SnapshotRow) row;
    topics.records.set(
        1,
        new Arrived.SnapshotRow(
            0, "t_v1", "s", stale.key(), Map.of("id", 9L, SoakTable.WRITER, 0L, "a", 89L)));
    assertViolation().hasMessageContaining("is none of");
  }

  @Test
  void aSnapshotMayBeReadWhileChangesCome() {
    Arrived row = topics.records.remove(1);
    Arrived chunk = topics.records.remove(1);
    Arrived complete = topics.records.remove(1);
    int before = topics.changes().get(4);
    topics.records.addAll(before, List.of(row, chunk, complete));
    assertThat(topics.check()).isEmpty();
    topics = new TestingTopics();
    topics.records.subList(1, 4).clear();
    topics.records.addAll(topics.changes().get(6) + 1, List.of(row, chunk, complete));
    assertViolation().hasMessageContaining("is none of");
  }

  @Test
  void aSnapshotThatDoesNotEndIsMissed() {
    topics.records.remove(3);
    assertThat(topics.check().orElseThrow()).contains("the end of its snapshot");
  }

  @Test
  void aChangeOfTheDefinitionThatIsNotToldOfIsMissed() {
    var ddl = new SoakTable.Ddl("ALTER TABLE t ADD b int NULL");
    topics.table.ddl().add(ddl);
    assertThat(topics.check().orElseThrow()).contains(ddl.statement());
  }

  @Test
  void aStoppedTableIsFound() {
    topics.records.add(
        TestingTopics.told(
            "t_v1", 40, new EventDetail.TableStopped("cause", "remedy"), OptionalLong.empty()));
    assertViolation().hasMessageContaining("not to come in this load");
  }
}
