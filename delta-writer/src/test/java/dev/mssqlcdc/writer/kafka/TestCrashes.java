package dev.mssqlcdc.writer.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.sandbox.Await;
import dev.mssqlcdc.writer.kafka.TestingMoments.Action;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The writer's process is killed between any two of its steps, and at any time. */
class TestCrashes {

  private static final int KILLS = Boolean.getBoolean("long") ? 200 : 20;
  private static final long SEED = Long.getLong("crash.seed", System.nanoTime());
  private static final int LONGEST_LIFE_MS = 4_000;

  @TempDir Path folder;

  @Test
  void eachRecordIsWrittenOnceHoweverOftenTheProcessIsKilled() throws Exception {
    Random random = new Random(SEED);
    // A static member: the next process need not wait for the session of the killed one to end.
    Map<String, String> settings = Map.of("kafka.group.instance.id", "one", "flush.rows", "23");
    try (TestingCluster cluster = new TestingCluster(folder, SEED, settings)) {
      cluster.addSource("dbo.items");
      cluster.addSource("dbo.orders");
      cluster.addSource("dbo.customers");
      cluster.load().begin();

      List<Moment> moments = new ArrayList<>();
      for (int kill = 0; kill < KILLS; kill++) {
        if (moments.isEmpty()) {
          Collections.addAll(moments, Moment.values());
          Collections.shuffle(moments, random);
        }
        TestingWriter writer;
        String when = "at some time";
        if (kill % 5 == 4) {
          writer = cluster.start("kill" + kill);
          killAtSomeTime(writer, random.nextInt(LONGEST_LIFE_MS));
        } else {
          Moment moment = moments.remove(0);
          when = moment.name();
          writer = cluster.prepared("kill" + kill, moment, random.nextInt(3), Action.DIE);
        }
        Await.until(
            "the writer dies: " + when, TestingCluster.LIMIT, () -> !writer.process().alive());
        assertThat(writer.process().exitCode()).as(writer.process().tail()).isEqualTo(137);
        cluster.checkSoFar();
      }

      try (TestingWriter last = cluster.start("last")) {
        cluster.load().finish();
        cluster.awaitAll(last);
      }
      cluster.checkComplete();
    }
  }

  private static void killAtSomeTime(TestingWriter writer, int millis) {
    CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS)
        .execute(writer.process()::kill);
  }
}
