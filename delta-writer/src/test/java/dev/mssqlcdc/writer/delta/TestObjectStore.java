package dev.mssqlcdc.writer.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.lake.Column;
import dev.mssqlcdc.lake.DeltaType;
import dev.mssqlcdc.lake.LakeException;
import dev.mssqlcdc.lake.TableDefinition;
import dev.mssqlcdc.lake.TableKind;
import dev.mssqlcdc.sandbox.ObjectStore;
import dev.mssqlcdc.sandbox.Sandbox;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/** Tables in an object store that speaks S3's protocol. */
class TestObjectStore {

  private static final int WRITERS = 3;
  private static final int COMMITS = 4;

  private static Sandbox sandbox;
  private static ObjectStore store;

  @BeforeAll
  static void start() {
    sandbox = Sandbox.start(Sandbox.Part.OBJECT_STORE);
    store = sandbox.objectStore();
    AwsBasicCredentials key = AwsBasicCredentials.create(store.key(), store.key());
    try (S3Client client =
        S3Client.builder()
            .endpointOverride(URI.create(store.endpoint()))
            .region(Region.US_EAST_1)
            .forcePathStyle(true)
            .credentialsProvider(StaticCredentialsProvider.create(key))
            .build()) {
      client.createBucket(request -> request.bucket(store.bucket()));
    }
  }

  @AfterAll
  static void stop() {
    sandbox.close();
  }

  /** Every writer follows on what it has read, so each commit that it was told of must be there. */
  @Test
  void noCommitOfConcurrentWritersIsLost() throws Exception {
    String path = path("race");
    tables(Map.of()).create(path, definition());
    ExecutorService pool = Executors.newFixedThreadPool(WRITERS);
    try {
      List<Callable<Long>> writers = new ArrayList<>();
      IntStream.range(0, WRITERS).forEach(writer -> writers.add(() -> append(path, writer)));
      long conflicts = 0;
      for (Future<Long> result : pool.invokeAll(writers)) {
        conflicts += result.get();
      }
      assertThat(conflicts).as("conflicts").isPositive();
    } finally {
      pool.shutdownNow();
    }

    KernelTables reader = tables(Map.of());
    KernelTable table = reader.find(path).orElseThrow();
    assertThat(table.version()).isEqualTo(WRITERS * COMMITS);
    assertThat(new TableReader(reader, table).rows())
        .extracting(row -> row.get("n"))
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, WRITERS * COMMITS).mapToObj(n -> (long) n).toList());
  }

  @Test
  void aTableThatIsNotThereIsNotFound() {
    assertThat(tables(Map.of()).find(path("none"))).isEmpty();
  }

  @Test
  void aWrongKeyIsToldWithoutTheSecret() {
    // Hadoop has one client per bucket.
    String path = "s3a://other-bucket/t";
    KernelTables stranger = tables(Map.of("fs.s3a.secret.key", "not-the-secret"));
    assertThatThrownBy(() -> stranger.find(path))
        .isInstanceOf(LakeException.class)
        .hasMessageContaining("cannot read table " + path)
        .hasMessageNotContaining("not-the-secret");
  }

  private static long append(String path, int writer) throws Exception {
    KernelTables tables = tables(Map.of());
    KernelTable table = tables.find(path).orElseThrow();
    long conflicts = 0;
    for (int i = 0; i < COMMITS; ) {
      try (RowFile file = RowFile.create(tables, path, table.columns(), Compression.ZSTD)) {
        file.write(new Object[] {(long) writer * COMMITS + i});
        table = tables.commit(table, CommitRequest.append(List.of(file.finish()), List.of()));
        i++;
      } catch (CommitConflictException e) {
        conflicts++;
        table = tables.reload(table);
      }
    }
    return conflicts;
  }

  private static KernelTables tables(Map<String, String> more) {
    Map<String, String> hadoop = new HashMap<>();
    hadoop.put("fs.s3a.endpoint", store.endpoint());
    hadoop.put("fs.s3a.endpoint.region", "us-east-1");
    hadoop.put("fs.s3a.path.style.access", "true");
    hadoop.put("fs.s3a.access.key", store.key());
    hadoop.put("fs.s3a.secret.key", store.key());
    hadoop.put("fs.s3a.attempts.maximum", "2");
    hadoop.put("fs.s3a.retry.limit", "2");
    hadoop.putAll(more);
    return new KernelTables(hadoop, CommitterFactory.standard());
  }

  private static String path(String table) {
    return "s3a://" + store.bucket() + "/" + table;
  }

  private static TableDefinition definition() {
    return TableDefinition.of(
        TableKind.BRONZE,
        "a table",
        List.of(new Column("n", DeltaType.LONG, "a number")),
        Map.of());
  }
}
