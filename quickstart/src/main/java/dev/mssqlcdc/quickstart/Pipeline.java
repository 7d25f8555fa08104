package dev.mssqlcdc.quickstart;

import dev.mssqlcdc.lake.Control;
import dev.mssqlcdc.lake.Lake;
import dev.mssqlcdc.lake.Layer;
import dev.mssqlcdc.sandbox.ChildJvm;
import dev.mssqlcdc.sandbox.ProductHome;
import dev.mssqlcdc.sandbox.Sandbox;
import dev.mssqlcdc.sandbox.WriterProgram;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.silver.ApplyOptions;
import dev.mssqlcdc.silver.ApplyResult;
import dev.mssqlcdc.silver.SilverJob;
import dev.mssqlcdc.silver.run.Action;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.spark.sql.SparkSession;

/** All programs of the product between the source and bronze, as users run them. */
final class Pipeline implements AutoCloseable {

  private static final Duration RUNNING = Duration.ofMinutes(1);
  private static final int MOST_APPLIES = 5;
  private static final Set<Action> WAITING = Set.of(Action.HELD, Action.AHEAD, Action.NOTHING_YET);
  private static final Duration CAUGHT_UP = Duration.ofMinutes(3);

  private final ProductHome home = ProductHome.find();
  private final Sandbox sandbox;
  private final Lake lake;
  private ChildJvm writer;

  private Pipeline(Sandbox sandbox) {
    this.sandbox = sandbox;
    this.lake = new Lake(sandbox.folder("lake").toString());
  }

  /** Kafka, the registry, the source and a Connect worker, ready. */
  static Pipeline start() {
    return new Pipeline(
        Sandbox.start(
            Sandbox.Part.KAFKA,
            Sandbox.Part.REGISTRY,
            Sandbox.Part.SQL_SERVER,
            Sandbox.Part.CONNECT));
  }

  Sandbox sandbox() {
    return sandbox;
  }

  Lake lake() {
    return lake;
  }

  ChildJvm writer() {
    return writer;
  }

  /** The JSON that users post for the shop. */
  String shopConnector() throws IOException {
    return Files.readString(home.resolve("connect-config/shop.json"));
  }

  /** POSTs a connector's JSON, and waits until its tasks run. */
  void postConnector(Source source, String json) throws IOException {
    sandbox.connect().client().post(json);
    sandbox
        .connect()
        .process()
        .await(
            "runs the connector's tasks",
            RUNNING,
            () -> sandbox.connect().client().running(source.connector()));
  }

  /** Starts the writer of the topics that the source's connector makes. */
  void startWriter(Source source) {
    writer =
        WriterProgram.start(
            sandbox,
            "delta-writer",
            Map.of(
                "lake.root", lake.root(),
                "topic.prefix", source.connector(),
                "writer.id", source.connector()));
  }

  /**
   * Commits a last change to the source, and brings bronze and silver to it. Silver waits for a
   * commit that is younger than its snapshot: on a quiet source there may be none, then one
   * follows.
   *
   * @param say told what was reached
   */
  List<ApplyResult> bringUpToDate(
      Source source, LakeRows rows, SparkSession spark, Consumer<String> say) throws SQLException {
    List<ApplyResult> results = List.of();
    for (int i = 0; i < MOST_APPLIES; i++) {
      Lsn last = source.finish();
      awaitBronze(source, rows, last);
      say.accept("bronze is complete up to the source's last commit, " + last);
      results = new SilverJob(spark, lake).apply(ApplyOptions.all());
      if (results.stream().noneMatch(result -> WAITING.contains(result.action()))) {
        return results;
      }
    }
    throw new IllegalStateException("silver does not get to the end: " + results);
  }

  private void awaitBronze(Source source, LakeRows rows, Lsn target) {
    List<SourceTable> behind = new ArrayList<>(source.tables());
    writer.await(
        "brings bronze to " + target,
        CAUGHT_UP,
        () -> {
          sandbox.connect().client().running(source.connector());
          behind.removeIf(table -> reached(rows, table, target));
          return behind.isEmpty();
        });
  }

  private static boolean reached(LakeRows rows, SourceTable table, Lsn target) {
    return rows.verdict(Layer.BRONZE, table)
        .map(row -> row.<String>getAs(Control.END_LSN))
        .filter(end -> Lsn.parse(end).compareTo(target) >= 0)
        .isPresent();
  }

  @Override
  public void close() {
    sandbox.close();
  }
}
