package dev.mssqlcdc.writer.kafka;

import dev.mssqlcdc.avro.SchemaClient;
import dev.mssqlcdc.writer.delta.CommitterFactory;
import dev.mssqlcdc.writer.metrics.WriterMetrics;
import dev.mssqlcdc.writer.settings.WriterSettings;
import dev.mssqlcdc.writer.status.StatusBoard;
import io.delta.kernel.commit.Committer;
import io.delta.kernel.data.Row;
import io.delta.kernel.utils.CloseableIterator;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** The service as the program runs it, with a hand on its commits and its files. */
public final class TestingWriterMain {

  static final String PLAN = "moments.plan";
  static final String STORE_MILLIS = "store.millis";
  static final TestingMoments MOMENTS = new TestingMoments(Path.of(System.getProperty(PLAN)));

  private static final long STOP_SECONDS = 15;

  private TestingWriterMain() {}

  /**
   * Runs until it gets SIGTERM.
   *
   * @param args the settings file
   */
  public static void main(String[] args) throws Exception {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(Path.of(args[0]))) {
      properties.load(reader);
    }
    Map<String, String> map = new TreeMap<>();
    properties.stringPropertyNames().forEach(key -> map.put(key, properties.getProperty(key)));
    WriterSettings settings = new WriterSettings(map);
    SchemaClient registry = new SchemaClient(settings.registry());
    StatusBoard board = new StatusBoard();
    try (WriterMetrics metrics = new WriterMetrics(board);
        WriterService service =
            new WriterService(
                settings,
                WriterParts.of(settings, registry, TestingWriterMain::committer, metrics.steps()),
                board,
                metrics)) {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(service)));
      service.run();
    }
  }

  private static void stop(WriterService service) {
    try {
      service.stop(Duration.ofSeconds(STOP_SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Committer committer(String path) {
    Committer real = CommitterFactory.standard().committer(path);
    return (engine, actions, metadata) -> {
      slowDown();
      MOMENTS.reached(moment(path, "BEFORE"));
      var response = real.commit(engine, halved(path, actions), metadata);
      MOMENTS.reached(moment(path, "AFTER"));
      return response;
    };
  }

  private static CloseableIterator<Row> halved(String path, CloseableIterator<Row> actions) {
    int[] seen = {0};
    return actions.map(
        action -> {
          seen[0]++;
          if (seen[0] == 2) {
            MOMENTS.reached(moment(path, "HALF"));
          }
          return action;
        });
  }

  private static Moment moment(String path, String step) {
    String table = path.substring(path.lastIndexOf('/') + 1);
    boolean meta = table.equals("facts") || table.equals("control");
    return Moment.valueOf((meta ? table : "bronze").toUpperCase(Locale.ROOT) + "_" + step);
  }

  /** An object store far away. */
  private static void slowDown() {
    try {
      TimeUnit.MILLISECONDS.sleep(Long.getLong(STORE_MILLIS, 0));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
