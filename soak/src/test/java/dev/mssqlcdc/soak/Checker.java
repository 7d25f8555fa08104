package dev.mssqlcdc.soak;

import dev.mssqlcdc.schemas.Lsn;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Checks the topics of all tables against the log of what was committed. For one thread.
 *
 * <p>The LSN of a transaction is what the topics say of it, first of all that of the marks, where
 * nothing is ever lost: it tells which changes an announced gap excuses.
 */
final class Checker {

  private static final int RECENT = 12;
  private static final int MOST_WAITING = 5_000;

  private final Run run;
  private final SoakTable marks;
  private final Transactions transactions = new Transactions();
  private final Map<SoakTable, Topic> topics = new LinkedHashMap<>();

  private static final class Topic {
    private final TableCheck check;
    private final Deque<Arrived> waiting = new ArrayDeque<>();
    private final Deque<Arrived> recent = new ArrayDeque<>();

    Topic(TableCheck check) {
      this.check = check;
    }
  }

  Checker(Run run, SoakTable marks) {
    this.run = run;
    this.marks = marks;
    topic(marks);
  }

  private Topic topic(SoakTable table) {
    return topics.computeIfAbsent(
        table,
        added ->
            new Topic(
                new TableCheck(
                    added,
                    run,
                    () -> added == marks ? Lsn.MAX : marks.progress(),
                    this::settle,
                    this::learn)));
  }

  private void settle() {
    expect(run.log().settled());
  }

  private void expect(List<Transaction> committed) {
    for (Transaction transaction : committed) {
      var pending = new Pending(transaction);
      pending.tables().forEach(table -> topic(table).check.expect(pending));
    }
  }

  private void learn(Pending pending, Lsn lsn) {
    if (transactions.learn(pending, lsn)) {
      pending.tables().forEach(table -> topic(table).check.learnt(pending));
    }
  }

  /**
   * Checks what has come.
   *
   * @throws Violation when a topic does not hold what it must
   */
  void check(Map<SoakTable, ? extends Collection<Arrived>> arrived) {
    expect(run.log().published());
    arrived.forEach((table, records) -> topic(table).waiting.addAll(records));
    Map<SoakTable, Topic> all = new HashMap<>(topics);
    drain(marks, all.remove(marks));
    all.forEach(this::drain);
    topics.keySet().stream()
        .map(SoakTable::progress)
        .min(Comparator.naturalOrder())
        .ifPresent(transactions::forgetBelow);
  }

  private void drain(SoakTable table, Topic topic) {
    for (Arrived next = topic.waiting.peek(); next != null; next = topic.waiting.peek()) {
      if (!isAccepted(table, topic, next)) {
        return;
      }
      run.figures().record();
      topic.waiting.remove();
      topic.recent.add(next);
      if (topic.recent.size() > RECENT) {
        topic.recent.remove();
      }
    }
  }

  private static boolean isAccepted(SoakTable table, Topic topic, Arrived next) {
    try {
      return topic.check.accept(next);
    } catch (Violation e) {
      var text = new StringBuilder();
      topic.recent.forEach(each -> text.append("\n  ").append(shown(each)));
      throw e.within(
          "topic of %s, offset %d: %s%nthe record: %s%nbefore it:%s"
              .formatted(table, next.offset(), e.getMessage(), shown(next), text));
    }
  }

  private static String shown(Arrived record) {
    String text = record.toString();
    return text.length() <= 600 ? text : text.substring(0, 600) + "...";
  }

  /** Whether a topic is to be read on. */
  boolean takes(SoakTable table) {
    return topic(table).waiting.size() < MOST_WAITING;
  }

  /** Why the topics are not complete yet; empty when they hold everything that was committed. */
  Optional<String> incomplete() {
    for (Map.Entry<SoakTable, Topic> each : topics.entrySet()) {
      SoakTable table = each.getKey();
      Optional<String> missing =
          each.getValue()
              .check
              .missing()
              .map(Expected::toString)
              .or(() -> isBehind(table, each.getValue()));
      if (missing.isPresent()) {
        return missing.map(what -> table + ", read up to " + table.progress() + ", lacks " + what);
      }
    }
    return Optional.empty();
  }

  private Optional<String> isBehind(SoakTable table, Topic topic) {
    if (!table.isToldOf()) {
      return Optional.of(
          "events of %s and of capture instance %s"
              .formatted(
                  table.ddl().stream()
                      .filter(ddl -> !ddl.isTold())
                      .map(SoakTable.Ddl::statement)
                      .toList(),
                  table.newest().name()));
    }
    if (!topic.check.isSnapshotComplete()) {
      return Optional.of("the end of its snapshot");
    }
    return topic.waiting.isEmpty() && table.progress().compareTo(transactions.last()) >= 0
        ? Optional.empty()
        : Optional.of("progress to " + transactions.last());
  }
}
