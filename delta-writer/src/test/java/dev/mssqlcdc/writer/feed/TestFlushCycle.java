package dev.mssqlcdc.writer.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.lake.LakeException;
import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.writer.TestingLake;
import dev.mssqlcdc.writer.TestingRecord;
import dev.mssqlcdc.writer.TestingRegistry;
import dev.mssqlcdc.writer.TestingTable;
import dev.mssqlcdc.writer.core.RawRecord;
import dev.mssqlcdc.writer.delta.CommitterFactory;
import dev.mssqlcdc.writer.feed.TestingFaults.Fault;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Crashes, failures and rival instances against real tables. */
class TestFlushCycle {

  private static final int COMMITS = 6;

  @TempDir Path folder;
  private TestingRegistry registry;
  private TestingTable items;
  private TestingTable orders;

  @BeforeEach
  void start() throws Exception {
    registry = new TestingRegistry();
    items = new TestingTable("items", registry.url());
    orders = new TestingTable("orders", registry.url());
  }

  @AfterEach
  void stop() {
    registry.close();
  }

  @ParameterizedTest
  @EnumSource(Fault.class)
  void anyFaultAtAnyCommitLeavesEachRecordOnce(Fault fault) throws Exception {
    Map<String, List<RawRecord>> topics = topics(1);
    int commit = 0;
    boolean came = true;
    while (came) {
      TestingLake lake = new TestingLake(folder.resolve(fault + "-" + commit));
      TestingFaults faults = new TestingFaults();
      faults.plan(commit, fault);
      runThroughCrashes(lake, faults, topics);
      came = !faults.isPending();
      expectEachRecordOnce(lake, topics.keySet());
      commit++;
    }
    assertThat(commit).as("commits tried").isGreaterThan(10);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void crashesWhileTheSourceRepeatsItselfLeaveEachRecordOnce(long seed) throws Exception {
    Random random = new Random(seed);
    Map<String, List<RawRecord>> topics = new HashMap<>();
    topics.put("items", TestingInstance.numbered(repeated(commits(items), random), 3));
    topics.put("orders", TestingInstance.numbered(repeated(commits(orders), random), 1));
    TestingLake lake = new TestingLake(folder.resolve("lake"));
    TestingFaults faults = new TestingFaults();
    List<Fault> faultsToTry = List.of(Fault.values());
    for (int crash = 0; crash < 8; crash++) {
      faults.plan(random.nextInt(6), faultsToTry.get(random.nextInt(faultsToTry.size())));
      try {
        TestingInstance instance = instance(lake, faults, topics, 1 + random.nextInt(5));
        for (int step = 0; step < 3; step++) {
          instance.step();
        }
      } catch (CrashError e) {
        expectVerdictBehindBronze(lake);
      }
    }
    runThroughCrashes(lake, faults, topics);

    expectEachRecordOnce(lake, topics.keySet());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void rivalInstancesLeaveEachRecordOnce(long seed) throws Exception {
    Random random = new Random(seed);
    Map<String, List<RawRecord>> topics = topics(1);
    TestingLake lake = new TestingLake(folder.resolve("lake"));
    List<TestingInstance> rivals = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      rivals.add(instance(lake, CommitterFactory.standard(), topics, 1 + random.nextInt(6)));
    }

    for (int step = 0; step < 25; step++) {
      rivals.get(random.nextInt(rivals.size())).step();
    }
    rivals.get(0).runToEnd();

    expectEachRecordOnce(lake, topics.keySet());
  }

  @Test
  void aTableThatCannotGoOnStopsAloneAndKeepsWhatCameBefore() throws Exception {
    List<TestingRecord> broken = new ArrayList<>(commits(items));
    broken.add(4, new TestingRecord(null, new byte[] {9, 9}, Optional.empty()));
    Map<String, List<RawRecord>> topics = topics(1);
    topics.put("items", TestingInstance.numbered(broken, 1));
    TestingLake lake = new TestingLake(folder.resolve("lake"));
    TestingInstance instance = instance(lake, CommitterFactory.standard(), topics, 100);

    for (int step = 0; step < 4; step++) {
      instance.step();
    }

    expectEachRecordOnce(lake, Set.of("orders"));
    assertThat(ids(lake, "items")).containsExactly(1, 2);
    assertThat(verdict(lake, "items")).isEqualTo(TestingTable.lsn(2).toString());
  }

  @Test
  void quietTablesCommitFactsAndControlButNoBronze() throws Exception {
    TestingLake lake = new TestingLake(folder.resolve("lake"));
    Map<String, List<RawRecord>> topics = topics(1);
    instance(lake, CommitterFactory.standard(), topics, 100).runToEnd();
    long version = lake.bronze("items").version();
    List<RawRecord> more = new ArrayList<>(topics.get("items"));
    more.add(items.progress((long) COMMITS, COMMITS + 1, 0).at(1_000));
    topics.put("items", more);

    instance(lake, CommitterFactory.standard(), topics, 100).runToEnd();

    assertThat(lake.bronze("items").version()).isEqualTo(version);
    assertThat(verdict(lake, "items")).isEqualTo(TestingTable.lsn(COMMITS + 1).toString());
    assertThat(lake.facts()).extracting(row -> row.get("batch_id")).contains(1_000L);
  }

  private void runThroughCrashes(
      TestingLake lake, TestingFaults faults, Map<String, List<RawRecord>> topics) {
    while (true) {
      try {
        instance(lake, faults, topics, 6).runToEnd();
        return;
      } catch (CrashError e) {
        expectVerdictBehindBronze(lake);
      } catch (LakeException e) {
        assertThat(e).hasMessageContaining("table");
      }
    }
  }

  private TestingInstance instance(
      TestingLake lake,
      CommitterFactory committers,
      Map<String, List<RawRecord>> topics,
      int rows) {
    return new TestingInstance(lake.lake(), committers, registry.url(), topics, rows);
  }

  private Map<String, List<RawRecord>> topics(int gap) {
    Map<String, List<RawRecord>> topics = new HashMap<>();
    topics.put("items", TestingInstance.numbered(commits(items), gap));
    topics.put("orders", TestingInstance.numbered(commits(orders), gap));
    return topics;
  }

  /** One row per commit, a progress event after it, and now and then another event. */
  private static List<TestingRecord> commits(TestingTable table) {
    List<TestingRecord> records = new ArrayList<>();
    for (int lsn = 1; lsn <= COMMITS; lsn++) {
      records.add(table.change(lsn, 1, Operation.INSERT, Map.of("id", lsn)));
      records.add(table.progress(lsn == 1 ? null : lsn - 1L, lsn, 1));
      if (lsn % 4 == 0) {
        records.add(
            table.event(
                "ddl-" + lsn,
                lsn,
                new EventDetail.SchemaChange("alter", "0x", List.of(), List.of()),
                null));
      }
    }
    return records;
  }

  /** What a worker without exactly-once sends when it crashes: again from some earlier record. */
  private static List<TestingRecord> repeated(List<TestingRecord> records, Random random) {
    List<TestingRecord> sent = new ArrayList<>();
    int crashes = 3;
    for (int i = 0; i < records.size(); i++) {
      sent.add(records.get(i));
      if (crashes > 0 && random.nextInt(6) == 0) {
        crashes--;
        i = Math.max(-1, i - 1 - random.nextInt(7));
      }
    }
    return sent;
  }

  private static void expectEachRecordOnce(TestingLake lake, Set<String> tables) {
    for (String table : tables) {
      assertThat(ids(lake, table))
          .as(table)
          .containsExactlyElementsOf(IntStream.rangeClosed(1, COMMITS).boxed().toList());
      List<Map<String, Object>> facts =
          lake.facts().stream().filter(row -> table.equals(row.get("target"))).toList();
      assertThat(facts.stream().filter(row -> "progress".equals(row.get("event"))))
          .extracting(row -> row.get("end_lsn"))
          .containsExactlyElementsOf(
              IntStream.rangeClosed(1, COMMITS)
                  .mapToObj(lsn -> TestingTable.lsn(lsn).toString())
                  .toList());
      assertThat(facts.stream().filter(row -> "schema_change".equals(row.get("event"))))
          .hasSize(COMMITS / 4);
      assertThat(
              facts.stream()
                  .filter(row -> row.get("event") == null)
                  .mapToLong(row -> (Long) row.get("rows"))
                  .sum())
          .isEqualTo(COMMITS);
      assertThat(verdict(lake, table)).isEqualTo(TestingTable.lsn(COMMITS).toString());
    }
  }

  /** The heart of the verdict: every row at or below it is in bronze, at any moment. */
  private static void expectVerdictBehindBronze(TestingLake lake) {
    for (Map<String, Object> row : lake.control()) {
      long end = Lsn.parse((String) row.get("end_lsn")).low();
      assertThat(ids(lake, (String) row.get("table_name")))
          .containsAll(IntStream.rangeClosed(1, (int) end).boxed().toList());
    }
  }

  private static List<Object> ids(TestingLake lake, String table) {
    return lake.bronzeRows(table).stream().map(row -> row.get("id")).toList();
  }

  private static Object verdict(TestingLake lake, String table) {
    return lake.control().stream()
        .filter(row -> table.equals(row.get("table_name")))
        .map(row -> row.get("end_lsn"))
        .findFirst()
        .orElseThrow();
  }
}
