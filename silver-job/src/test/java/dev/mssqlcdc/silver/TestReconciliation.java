package dev.mssqlcdc.silver;

import static dev.mssqlcdc.silver.TestingTables.ORDER_DETAILS;
import static dev.mssqlcdc.silver.TestingTables.PLACES;
import static dev.mssqlcdc.silver.TestingTables.TYPES;
import static dev.mssqlcdc.silver.spark.TestingLake.column;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.mssqlcdc.lake.Column;
import dev.mssqlcdc.silver.ReconcileResult.Verdict;
import dev.mssqlcdc.silver.compare.Finding;
import dev.mssqlcdc.silver.compare.Findings;
import dev.mssqlcdc.silver.plan.TableSettings;
import dev.mssqlcdc.silver.run.Action;
import dev.mssqlcdc.silver.source.SourceAddress;
import dev.mssqlcdc.silver.spark.TestingLake;
import dev.mssqlcdc.silver.spark.TestingSource;
import dev.mssqlcdc.silver.spark.TestingSpark;
import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import dev.mssqlcdc.sqlserver.testing.TestLogin;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@SqlServerTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TestReconciliation {

  private static final List<Column> ORDERS =
      List.of(column("id", "integer"), column("amount", "decimal(10,2)"), column("note", "string"));
  private static final List<String> TABLES =
      List.of("planted", "sampled", "altered", "busy", "granted", "cleaned", "elsewhere");
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir private static Path root;
  private TestDatabase database;
  private TestingLake lake;
  private TestingSource source;

  /** Ten rows in each table of the source, and in silver. */
  @BeforeAll
  void aLake(TestDatabase own) throws SQLException {
    database = own;
    database.enableCdc();
    lake = new TestingLake(root);
    source = new TestingSource(database, lake);
    for (String table : TABLES) {
      database.execute(
          "CREATE TABLE dbo.%s (id int PRIMARY KEY, amount decimal(10,2), note nvarchar(50))"
              .formatted(table));
      database.track(table);
      database.execute(
          "INSERT INTO dbo.%s VALUES (1, 1, N'a'), (2, 2, N'b'), (3, 3, N'c'), (4, 4, N'd'), (5, 5, N'e'), (6, 6, N'f'), (7, 7, N'g'), (8, 8, N'h'), (9, 9, N'i'), (10, NULL, NULL)"
              .formatted(table));
    }
    TestingTables others = new TestingTables(database, source);
    others.create();
    database.capture();
    String first = "dbo." + TABLES.get(0);
    source.bronze(first, ORDERS, "id");
    source.bringFromFormer(first, "dbo_" + TABLES.get(0));
    others.bring();
    String[] begun = {first, PLACES, ORDER_DETAILS, TYPES};
    source.verdict(begun);
    for (ApplyResult applied :
        new SilverJob(TestingSpark.session(), lake.lake()).apply(ApplyOptions.all())) {
      assertThat(applied.action()).as(applied.note()).isEqualTo(Action.APPLIED);
    }
    source.copies(first, TABLES.subList(1, TABLES.size()).stream().map(t -> "dbo." + t).toList());
  }

  @AfterEach
  void captureStandsStill() throws SQLException {
    database.stopCapture();
  }

  @Test
  void eachKindIsFoundAndNoneOther() throws SQLException {
    source.tamper(
        "dbo.planted",
        "DELETE FROM %s WHERE id IN (1, 2)",
        "UPDATE %s SET note = 'other' WHERE id = 3",
        "UPDATE %s SET note = NULL, amount = 0 WHERE id = 4",
        "INSERT INTO %s (id, note) VALUES (-7, 'nobody''s')");
    database.execute(
        "UPDATE dbo.planted SET note = N'applied later' WHERE id = 5",
        "DELETE FROM dbo.planted WHERE id = 6");
    database.capture();
    source.bring("dbo.planted", "dbo_planted");
    database.execute("INSERT INTO dbo.planted VALUES (11, 1, N'captured')");
    database.capture();
    database.execute("INSERT INTO dbo.planted VALUES (12, 1, N'not captured yet')");

    ReconcileResult early = check("dbo.planted", 1, Duration.ZERO);
    assertThat(early.verdict()).isEqualTo(Verdict.NOT_CHECKED);
    assertThat(early.note()).contains("6 keys differ, and capture has not come past");

    database.startCapture();
    ReconcileResult result = check("dbo.planted", 1, PATIENCE);

    assertThat(result.verdict()).isEqualTo(Verdict.DIFFERENT);
    Findings found = findings(result);
    assertThat(found.examples())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                Finding.MISSING_TARGET, List.of("[\"1\"]", "[\"2\"]"),
                Finding.MISSING_SOURCE, List.of("[\"-7\"]"),
                Finding.RECORD_DIFF, List.of("[\"3\"]", "[\"4\"]"),
                Finding.IN_FLIGHT, List.of("[\"11\"]", "[\"12\"]", "[\"5\"]", "[\"6\"]")));
    assertThat(found.columns())
        .containsExactlyInAnyOrderEntriesOf(Map.of("note", 2L, "amount", 1L));
    assertThat(found.sourceRows()).isEqualTo(11);
    assertThat(found.silverRows()).isEqualTo(9);
    assertThat(found.paired()).isEqualTo(7);
    assertThat(source.reports("dbo.planted"))
        .extracting(
            row -> row.getAs("rule"),
            row -> row.getAs("outcome"),
            row -> row.getAs("expected"),
            row -> row.getAs("found"))
        .containsExactlyInAnyOrder(
            tuple("rows", "error", null, null),
            tuple("keys", "error", null, null),
            tuple("values", "error", null, null),
            tuple("rows", "breach", "11", "9"),
            tuple("keys", "breach", "9", "8"),
            tuple("values", "breach", "7", "5"));
  }

  @Test
  void partsThatAgreeInCountAndKeySumAreReadAsFarAsTheSampleSays() throws SQLException {
    source.tamper("dbo.sampled", "UPDATE %s SET note = 'other' WHERE id = 5");
    ReconcileResult none = check("dbo.sampled", 0, Duration.ZERO);
    assertThat(none.verdict()).isEqualTo(Verdict.EQUAL);
    assertThat(findings(none).paired()).isZero();
    assertThat(findings(none).sourceRows()).isEqualTo(10);
    assertThat(none.checked().get().ranges()).isEqualTo(4);

    source.tamper(
        "dbo.sampled",
        "UPDATE %s SET id = 50 WHERE id = 10",
        "INSERT INTO %s SELECT * FROM %<s WHERE id = 2");
    database.startCapture();
    ReconcileResult unequal = check("dbo.sampled", 0, PATIENCE);
    assertThat(findings(unequal).examples())
        .isEqualTo(
            Map.of(
                Finding.MISSING_TARGET, List.of("[\"10\"]"),
                Finding.MISSING_SOURCE, List.of("[\"2\"]", "[\"50\"]")));
    assertThat(unequal.checked().get().rangesRead()).isEqualTo(2);
    assertThat(findings(unequal).paired()).isEqualTo(3);
  }

  @Test
  void everyTypeIsComparedAsTheConnectorSendsIt() throws SQLException {
    ReconcileResult equal = check(TYPES, 1, Duration.ZERO);
    assertThat(equal.verdict()).as("%s", equal).isEqualTo(Verdict.EQUAL);
    assertThat(findings(equal).paired()).isEqualTo(2);
    assertThat(equal.checked().get().left()).containsOnlyKeys("v", "twice");

    source.tamper(
        TYPES,
        """
        UPDATE %s SET b = false, ti = 254, si = -32767, bi = 9223372036854775806,
          r = CAST(0.2 AS FLOAT), f = 0.1D + 1e-16D, d = 1.5000000001, m = -922337203685477.5807,
          sm = 1.5001, da = DATE'0001-01-02', dt = TIMESTAMP_NTZ'2026-03-01 12:00:00.501',
          sd = TIMESTAMP_NTZ'2026-03-01 12:02:00', d2 = TIMESTAMP_NTZ'9999-12-31 23:59:59.999998',
          dto = TIMESTAMP'2026-03-01 10:00:00.123457Z', t7 = '23:59:59.9999998',
          t3 = '12:00:00.121', c = 'ab', vc = 'a', nc = 'é', nvm = 'x', tx = 'Text', ntx = '',
          x = '<a>2</a>', u = '6f9619ff-8b86-d011-b42d-00c04fc964ff', bn = X'01', vb = X'00FE',
          im = NULL WHERE id = 1""");
    database.startCapture();
    Findings found = findings(check(TYPES, 1, PATIENCE));
    assertThat(found.columns().keySet())
        .containsExactlyInAnyOrder(
            "b", "ti", "si", "bi", "r", "f", "d", "m", "sm", "da", "dt", "sd", "d2", "dto", "t7",
            "t3", "c", "vc", "nc", "nvm", "tx", "ntx", "x", "u", "bn", "vb", "im");
    assertThat(found.examples()).isEqualTo(Map.of(Finding.RECORD_DIFF, List.of("[\"1\"]")));
  }

  @Test
  void keysOfSeveralColumnsAreComparedExactly() throws SQLException {
    assertThat(check(PLACES, 1, Duration.ZERO).verdict()).isEqualTo(Verdict.EQUAL);

    source.tamper(
        PLACES,
        "UPDATE %s SET region = 'a' WHERE region = 'a '",
        "INSERT INTO %s (region, at, n) VALUES (NULL, '\"', 1)");
    database.execute("UPDATE dbo.places SET v = 2 WHERE at = '2026-01-01T00:00:00.0000002'");
    database.startCapture();
    assertThat(findings(check(PLACES, 1, PATIENCE)).examples())
        .isEqualTo(
            Map.of(
                Finding.MISSING_TARGET, List.of("[\"a \",\"2026-01-01T00:00:00.0000001\",\"1\"]"),
                Finding.MISSING_SOURCE,
                    List.of(
                        "[\"a\",\"2026-01-01T00:00:00.0000001\",\"1\"]", "[null,\"\\\"\",\"1\"]"),
                Finding.IN_FLIGHT, List.of("[\"A\",\"2026-01-01T00:00:00.0000002\",\"1\"]")));
  }

  @Test
  void aTableWithADeclaredKeyIsComparedByIt() throws SQLException {
    database.execute("CREATE TABLE dbo.keyless (id int, amount decimal(10,2), note nvarchar(50))");
    database.track("keyless");
    database.execute("INSERT INTO dbo.keyless VALUES (1, 1, N'a'), (2, 2, N'b')");
    database.capture();
    source.bronze("dbo.keyless", ORDERS);
    source.bring("dbo.keyless", "dbo_keyless");
    source.verdict("dbo.keyless");
    ApplyOptions declared =
        ApplyOptions.tables(Set.of("dbo.keyless"))
            .withSettings(Map.of("dbo.keyless", TableSettings.NONE.withKey(List.of("id"))));
    new SilverJob(TestingSpark.session(), lake.lake()).apply(declared);
    source.tamper("dbo.keyless", "UPDATE %s SET note = 'other' WHERE id = 2");
    database.execute("UPDATE dbo.keyless SET id = 3 WHERE id = 1");
    database.startCapture();
    assertThat(findings(check("dbo.keyless", 1, PATIENCE)).examples())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                Finding.RECORD_DIFF, List.of("[\"2\"]"),
                Finding.IN_FLIGHT, List.of("[\"1\"]", "[\"3\"]")));
  }

  @Test
  void anEmptiedTableAndOneOfOddNames() throws SQLException {
    source.tamper(ORDER_DETAILS, "INSERT INTO %s (`order id`) VALUES (1)");
    database.startCapture();
    assertThat(findings(check(ORDER_DETAILS, 0, PATIENCE)).examples())
        .isEqualTo(Map.of(Finding.MISSING_SOURCE, List.of("[\"1\"]")));
    database.execute("INSERT INTO dbo.[Order Details] VALUES (1, 2), (2, 3)");
    assertThat(findings(check(ORDER_DETAILS, 0, PATIENCE)).examples())
        .isEqualTo(Map.of(Finding.IN_FLIGHT, List.of("[\"1\"]", "[\"2\"]")));
  }

  @Test
  void columnsThatTheSourceDoesNotKeepAreNamed() throws SQLException {
    database.execute(
        "ALTER TABLE dbo.altered DROP COLUMN note",
        "ALTER TABLE dbo.altered ADD note nvarchar(50) NOT NULL DEFAULT N'new', more int");
    ReconcileResult result = check("dbo.altered", 1, Duration.ZERO);
    assertThat(result.verdict()).isEqualTo(Verdict.EQUAL);
    assertThat(result.checked().get().left()).containsOnlyKeys("note", "more");
  }

  /** Each run sees another moment; nothing is called a difference but what was planted. */
  @Test
  void nothingElseIsFoundWhileTheSourceIsWritten() throws Exception {
    source.tamper("dbo.busy", "UPDATE %s SET note = 'other' WHERE id = 1");
    database.startCapture();
    AtomicBoolean stop = new AtomicBoolean();
    ExecutorService writer = Executors.newSingleThreadExecutor();
    try (Connection connection = database.connect()) {
      Future<Integer> commits = writer.submit(() -> write(connection, stop));
      Map<Finding, List<String>> planted = Map.of(Finding.RECORD_DIFF, List.of("[\"1\"]"));
      assertThat(unexplained(check("dbo.busy", 1, PATIENCE))).isEqualTo(planted);
      assertThat(unexplained(check("dbo.busy", 0, PATIENCE))).isIn(Map.of(), planted);
      stop.set(true);
      assertThat(commits.get()).isPositive();
    } finally {
      stop.set(true);
      writer.shutdownNow();
    }
  }

  private static Map<Finding, List<String>> unexplained(ReconcileResult result) {
    Map<Finding, List<String>> found = new HashMap<>(findings(result).examples());
    found.remove(Finding.IN_FLIGHT);
    return found;
  }

  private static int write(Connection connection, AtomicBoolean stop) throws SQLException {
    int commits = 0;
    try (Statement statement = connection.createStatement()) {
      for (; !stop.get(); commits++) {
        int id = 2 + commits % 40;
        statement.execute(
            switch (commits / 40 % 3) {
              case 0 -> "UPDATE dbo.busy SET note = N'%d' WHERE id = %d".formatted(commits, id);
              case 1 -> "DELETE FROM dbo.busy WHERE id = " + id;
              default -> "INSERT INTO dbo.busy VALUES (%d, 1, N'new')".formatted(id);
            });
      }
    }
    return commits;
  }

  @Test
  void aReaderOfTheTableAndItsChangesIsEnough() throws SQLException {
    source.tamper("dbo.granted", "DELETE FROM %s WHERE id = 1");
    TestLogin reader = database.newLogin().withUser().granted("SELECT ON dbo.granted");
    SourceAddress address =
        new SourceAddress(
            database.url(), Optional.of(reader.name()), Optional.of(reader.password()));
    assertThat(check(address, "dbo.granted", 0.5, PATIENCE).note())
        .contains("(error 229)", "dbo_granted_CT", "grant SELECT on the object");

    reader.granted("SELECT ON cdc.dbo_granted_CT");
    database.startCapture();
    assertThat(findings(check(address, "dbo.granted", 0.5, PATIENCE)).examples())
        .isEqualTo(Map.of(Finding.MISSING_TARGET, List.of("[\"1\"]")));
  }

  @Test
  void whatCleanedUpChangesMightExplainIsNotCalledADifference() throws SQLException {
    database.execute("DELETE FROM dbo.cleaned WHERE id = 1");
    database.capture();
    // Commits of one moment are cleaned up together.
    String deletedAt = lastCommitTime();
    do {
      database.execute("UPDATE dbo.cleaned SET note = CONCAT(note, N'!') WHERE id = 2");
      database.capture();
    } while (lastCommitTime().equals(deletedAt));
    String kept = database.one("SELECT MAX(__$start_lsn) FROM cdc.dbo_cleaned_CT");
    database.execute(
        "EXEC sys.sp_cdc_cleanup_change_table @capture_instance = 'dbo_cleaned',"
            + " @low_water_mark = 0x%s, @threshold = 5000".formatted(kept));
    database.startCapture();
    ReconcileResult result = check("dbo.cleaned", 1, PATIENCE);
    assertThat(result.verdict()).isEqualTo(Verdict.NOT_CHECKED);
    assertThat(result.note()).contains("1 keys differ, and changes above", "were cleaned up");
  }

  private String lastCommitTime() throws SQLException {
    return database.one("SELECT MAX(tran_end_time) FROM cdc.lsn_time_mapping");
  }

  @Test
  void tablesThatCannotBeComparedSayWhy() throws SQLException {
    source.bronze("dbo.log", ORDERS);
    ReconcileResult keyless = check("dbo.log", 1, Duration.ZERO);
    assertThat(keyless.verdict()).isEqualTo(Verdict.SKIPPED);
    assertThat(keyless.note()).contains("bronze names no key");
    source.bronze("dbo.fresh", ORDERS, "id");
    ReconcileResult fresh = check("dbo.fresh", 1, Duration.ZERO);
    assertThat(fresh.verdict()).isEqualTo(Verdict.NOT_CHECKED);
    assertThat(fresh.note()).contains("there is no silver table yet: run silver-job apply");
    SourceAddress other =
        new SourceAddress(
            database.server().url("master"),
            Optional.of(database.server().user()),
            Optional.of(database.server().password()));
    ReconcileResult result = check(other, "dbo.elsewhere", 1, Duration.ZERO);
    assertThat(result.verdict()).isEqualTo(Verdict.SKIPPED);
    assertThat(result.note()).contains(database.name(), "the URL leads to master");
    database.execute("EXEC sys.sp_cdc_disable_table N'dbo', N'elsewhere', N'dbo_elsewhere'");
    assertThat(check("dbo.elsewhere", 1, Duration.ZERO).note())
        .contains("no capture instance that the login sees leads to the source of bronze table");
  }

  private ReconcileResult check(String name, double sample, Duration patience) {
    SourceAddress address =
        new SourceAddress(
            database.url(),
            Optional.of(database.server().user()),
            Optional.of(database.server().password()));
    return check(address, name, sample, patience);
  }

  private ReconcileResult check(
      SourceAddress address, String name, double sample, Duration patience) {
    return new Reconciliation(TestingSpark.session(), lake.lake(), address)
        .run(new ReconcileOptions(Set.of(name), sample, 3, patience))
        .get(0);
  }

  private static Findings findings(ReconcileResult result) {
    assertThat(result.checked()).as(result.note()).isPresent();
    return result.checked().get().findings();
  }
}
