package dev.mssqlcdc.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.lake.Lake;
import dev.mssqlcdc.lake.Layer;
import dev.mssqlcdc.sandbox.ChildJvm;
import dev.mssqlcdc.silver.ApplyOptions;
import dev.mssqlcdc.silver.SilverJob;
import dev.mssqlcdc.silver.spark.Sessions;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructField;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * The whole flow once, with the Connect worker and the writer killed in the middle of it; each test
 * looks at what came out.
 */
@TestInstance(Lifecycle.PER_CLASS)
class TestEndToEnd {

  private static final long SEED = 20_261_129;
  private static final int TRANSACTIONS = 600;
  private static final int CHANGES = 6_000;
  private static final int IN_ONE = 3_000;

  private Pipeline pipeline;
  private ShopDatabase shop;
  private SparkSession spark;
  private SourceRows source;
  private LakeRows lake;

  @BeforeAll
  void runWithKills() throws Exception {
    pipeline = Pipeline.start();
    Workload workload = new Workload(SEED);
    shop = ShopDatabase.create(pipeline.sandbox().sqlServer(), workload.initialRows(200));
    try (Statement statement = shop.connection().createStatement()) {
      statement.execute("CREATE TABLE dbo.without_rows (id int NOT NULL PRIMARY KEY, v money)");
      statement.execute(
          "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'without_rows',"
              + " @role_name = NULL");
    }
    pipeline.postConnector(shop, pipeline.shopConnector());
    pipeline.startWriter(shop);
    AtomicInteger done = new AtomicInteger();
    workload.run(
        TRANSACTIONS,
        CHANGES,
        IN_ONE,
        transaction -> {
          apply(transaction);
          disturb(done.incrementAndGet());
        });
    spark = Sessions.local("local[2]");
    source = new SourceRows(shop.connection());
    lake = new LakeRows(spark, pipeline.lake());
    assertThat(pipeline.bringUpToDate(shop, lake, spark, text -> {}))
        .allSatisfy(result -> assertThat(result.error()).isEmpty());
  }

  private void apply(Workload.Transaction transaction) {
    try {
      shop.apply(transaction);
    } catch (java.sql.SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** SIGKILL of one or the other, at changing moments; the workload never waits for them. */
  private void disturb(int transactionsDone) {
    ChildJvm connect = pipeline.sandbox().connect().process();
    switch (transactionsDone) {
      case 100 -> kill(pipeline.writer());
      case 200 -> kill(connect);
      case 302 -> {
        // Right after the big transaction.
        kill(connect);
        kill(pipeline.writer());
      }
      case 450 -> kill(pipeline.writer());
      default -> {}
    }
  }

  private static void kill(ChildJvm process) {
    process.kill();
    process.restart();
  }

  @AfterAll
  void stop() throws Exception {
    if (spark != null) {
      spark.stop();
    }
    if (shop != null) {
      shop.close();
    }
    if (pipeline != null) {
      pipeline.close();
    }
  }

  @Test
  void theLakeEqualsTheSource() throws Exception {
    assertThat(new Comparison(source, lake, shop.tables()).all())
        .hasSize(Shop.TABLES.size())
        .allSatisfy(result -> assertThat(result.differences()).as(result.table()).isEmpty());
  }

  @Test
  void everyChangeRecordIsInBronzeExactlyOnceInOrder() throws Exception {
    for (ShopTable table : Shop.TABLES) {
      List<List<String>> changes = lake.changes(table, List.of());
      assertThat(changes)
          .as(table.name())
          .isNotEmpty()
          .doesNotHaveDuplicates()
          .isEqualTo(source.changesAbove(table, List.of(), lake.streamStart(table)));
    }
  }

  @Test
  void kafkaOffsetsFollowTheCommitOrder() {
    for (ShopTable table : Shop.TABLES) {
      List<Long> offsets =
          lake
              .table(Layer.BRONZE, table)
              .where("_operation > 0")
              .orderBy("_start_lsn", "_command_id", "_seqval", "_operation")
              .select("_kafka_offset")
              .collectAsList()
              .stream()
              .map(row -> row.getLong(0))
              .toList();
      assertThat(offsets).as(table.name()).isSorted();
    }
  }

  @Test
  void sparkReadsTheRightTypes() {
    Map<String, String> customers = types(lake.table(Layer.SILVER, table("customers")));
    assertThat(customers)
        .containsEntry("customer_id", "int")
        .containsEntry("name", "string")
        .containsEntry("joined", "date")
        .containsEntry("balance", "decimal(19,4)")
        .containsEntry("account", "string")
        .containsEntry("active", "boolean")
        .containsEntry("visits", "smallint")
        .containsEntry("preferences", "string")
        .containsEntry("_start_lsn", "string")
        .containsEntry("_commit_ts", "timestamp_ntz");
    assertThat(types(lake.table(Layer.SILVER, table("products"))))
        .containsEntry("Unit Price", "decimal(10,2)")
        .containsEntry("weight", "float")
        .containsEntry("photo", "binary")
        .containsEntry("created", "timestamp_ntz")
        .containsEntry("row_version", "binary");
    assertThat(types(lake.table(Layer.SILVER, table("orders"))))
        .containsEntry("order_id", "bigint")
        .containsEntry("ordered_at", "timestamp")
        .containsEntry("ship_after", "string")
        .containsEntry("status", "smallint");
    assertThat(types(lake.table(Layer.BRONZE, table("Order Details"))))
        .containsEntry("Unit Price", "decimal(10,4)")
        .containsEntry("_operation", "int")
        .containsEntry("_kafka_offset", "bigint");
  }

  @Test
  void everyColumnAndTableHasAComment() {
    for (ShopTable table : Shop.TABLES) {
      assertComments(Layer.BRONZE, table);
      if (!table.keyless()) {
        assertComments(Layer.SILVER, table);
      }
    }
  }

  private void assertComments(Layer layer, ShopTable table) {
    for (StructField field : lake.table(layer, table).schema().fields()) {
      assertThat(field.getComment().isDefined())
          .as("%s %s.%s", layer, table.name(), field.name())
          .isTrue();
    }
    Lake root = pipeline.lake();
    String path = root.table(layer, LakeRows.name(table));
    assertThat(
            spark
                .sql("DESCRIBE DETAIL delta.`" + path + "`")
                .select("description")
                .first()
                .getString(0))
        .isNotBlank();
  }

  @Test
  void aTableWithoutRowsIsASilverTableWithoutRows() {
    Dataset<Row> rows =
        spark.read().format("delta").load(pipeline.lake().table(Layer.SILVER, "dbo.without_rows"));
    assertThat(types(rows)).containsEntry("id", "int").containsEntry("v", "decimal(19,4)");
    assertThat(rows.count()).isZero();
  }

  @Test
  void aSecondRunOfSilverChangesNoRow() {
    assertThat(new SilverJob(spark, pipeline.lake()).apply(ApplyOptions.all()))
        .hasSize(Shop.TABLES.size() + 1)
        .allSatisfy(
            result -> {
              assertThat(result.error()).isEmpty();
              assertThat(result.upserted() + result.deleted()).isZero();
            });
  }

  private static Map<String, String> types(Dataset<Row> rows) {
    return Arrays.stream(rows.schema().fields())
        .collect(Collectors.toMap(StructField::name, field -> field.dataType().simpleString()));
  }

  private static ShopTable table(String name) {
    return Shop.TABLES.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
  }
}
