package dev.mssqlcdc.benchmarks;

import dev.mssqlcdc.benchmarks.writer.CommittedRows;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;

/** What the writer costs while its topics hold nothing but the connector's progress events. */
final class QuietBenchmark implements Benchmark {

  private static final int TABLES = 100;
  private static final String SHARE = "quiet100_cpu_share";
  private static final String NAME = "quiet-writer";

  /** Once every table has its facts, most of the CPU is still the compilers'. */
  private static final Duration SETTLED = Duration.ofSeconds(90);

  /** A table without changes writes its progress twice in it. */
  private static final Duration MEASURED = Duration.ofSeconds(60);

  private final Workbench bench;
  private final SourceDatabase database;

  QuietBenchmark(Workbench bench) throws SQLException {
    this.bench = bench;
    this.database = bench.newDatabase(TABLES);
  }

  @Override
  public Map<String, String> units() {
    return Map.of(SHARE, "of a core, from 0 to 1");
  }

  @Override
  public Map<Role, Contender> contenders() {
    return Map.of(Role.OURS, this::measure);
  }

  private Map<String, Double> measure() throws Exception {
    BenchConnector connector = BenchConnector.ours(database);
    String lastTable = database.tables().get(TABLES - 1);
    // the tables begin in their order: once the last has sent a change, all have begun
    try (ConnectorRun run =
            ConnectorRun.begin(
                bench.sandbox(),
                connector,
                connector.topics().subList(TABLES - 1, TABLES),
                () -> database.insertFirst(lastTable));
        BenchWriter writer = BenchWriter.start(bench.sandbox(), NAME, connector.name(), Map.of())) {
      CommittedRows facts = writer.facts();
      run.await("has facts of all tables", () -> facts.count() >= TABLES);
      Thread.sleep(SETTLED.toMillis());
      long written = facts.count();
      long pid = writer.process().pid();
      Duration before = ProcessUse.cpu(pid);
      Thread.sleep(MEASURED.toMillis());
      Duration spent = ProcessUse.cpu(pid).minus(before);
      run.failIfFailed();
      requireMore(facts.count() - written);
      return Map.of(SHARE, (double) spent.toNanos() / MEASURED.toNanos());
    }
  }

  /** A writer that did not write would be quiet, too. */
  private static void requireMore(long facts) {
    if (facts == 0) {
      throw new IllegalStateException("no facts were written in " + MEASURED);
    }
  }

  /** A minute is one sample. */
  @Override
  public Plan plan(int runs) {
    return new Plan(0, 1);
  }

  @Override
  public void close() throws SQLException {
    database.close();
  }
}
