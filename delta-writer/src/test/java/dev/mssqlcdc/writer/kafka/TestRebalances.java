package dev.mssqlcdc.writer.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.writer.kafka.TestingMoments.Action;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Instances of one writer that come, go and freeze while the sources are at work. */
class TestRebalances {

  private static final long SEED = Long.getLong("crash.seed", System.nanoTime());
  private static final Map<String, String> SETTINGS =
      Map.of(
          "flush.rows", "40",
          "kafka.session.timeout.ms", "2000",
          "kafka.heartbeat.interval.ms", "300");

  private static final int TABLES = 14;
  private static final long STORE_MILLIS = 300;

  @TempDir Path folder;

  @Test
  void eachRecordIsWrittenOnceThoughInstancesComeGoAndFreeze() throws Exception {
    try (TestingCluster cluster = new TestingCluster(folder, SEED, SETTINGS)) {
      cluster.addSource("dbo.items");
      cluster.addSource("dbo.orders");
      cluster.addSource("dbo.customers");
      cluster.load().begin();
      TestingWriter first = cluster.start("first");
      cluster.awaitAll(first);
      TestingWriter second = cluster.start("second");
      awaitTopics(second, 1);

      cluster.addSource("dbo.added");
      try (TestingWriter third = cluster.start("third")) {
        awaitTopics(third, 1);
        cluster.awaitAll(third);
      }
      cluster.checkSoFar();
      cluster.awaitAll(first);

      freeze(cluster, first, second, () -> first.freeze());
      freeze(cluster, second, first, at(second, Moment.BRONZE_BEFORE));
      freeze(cluster, first, second, at(first, Moment.FACTS_BEFORE));
      freeze(cluster, second, first, at(second, Moment.FACTS_HALF));
      freeze(cluster, first, second, at(first, Moment.CONTROL_BEFORE));

      second.close();
      assertThat(second.process().exitCode()).isEqualTo(143);
      cluster.load().finish();
      cluster.awaitAll(first);
      first.close();
      cluster.checkComplete();
    }
  }

  /** A round over all tables takes longer than the group waits for a member's next poll. */
  @Test
  void manyTablesOnASlowStoreDoNotKeepTheWriterFromItsPolls() throws Exception {
    Map<String, String> settings =
        Map.of(
            "kafka.max.poll.interval.ms", "6000",
            "kafka.session.timeout.ms", "4000",
            "kafka.heartbeat.interval.ms", "300");
    try (TestingCluster cluster = new TestingCluster(folder, SEED, settings)) {
      for (int i = 1; i <= TABLES; i++) {
        cluster.addSource("dbo.t" + i);
      }
      cluster.load().begin();
      TestingWriter writer = cluster.start("writer", STORE_MILLIS);

      cluster.awaitAll(writer);
      cluster.load().finish();
      cluster.awaitAll(writer);
      writer.close();

      cluster.checkComplete();
      assertThat(writer.process().output()).doesNotContain("poll timeout has expired");
    }
  }

  private interface Step {
    void run() throws Exception;
  }

  private static Step at(TestingWriter writer, Moment moment) {
    return () -> {
      writer.moments().plan(moment, 0, Action.FREEZE);
      writer
          .process()
          .await("freezes at " + moment, TestingCluster.LIMIT, writer.moments()::isDone);
    };
  }

  /** Another instance writes all that the frozen one had, and it joins again once it can. */
  private static void freeze(
      TestingCluster cluster, TestingWriter frozen, TestingWriter heir, Step freezing)
      throws Exception {
    freezing.run();
    // Awake before the group has given it up, it would go on as if nothing had been.
    cluster.awaitAlone(heir);
    cluster.awaitAll(heir);
    cluster.checkSoFar();
    int before = topics(frozen);
    frozen.thaw();
    awaitTopics(frozen, before + 1);
    cluster.awaitAll(heir);
    cluster.checkSoFar();
  }

  private static void awaitTopics(TestingWriter writer, int count) {
    writer
        .process()
        .await(
            "it reads " + count + " topics", TestingCluster.LIMIT, () -> topics(writer) >= count);
  }

  /** How often it began to read a topic. */
  private static int topics(TestingWriter writer) {
    List<String> lines = writer.process().output().lines().toList();
    return (int) lines.stream().filter(line -> line.contains("reading from offset")).count();
  }
}
