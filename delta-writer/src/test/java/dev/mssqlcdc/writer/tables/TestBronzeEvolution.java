package dev.mssqlcdc.writer.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.schemas.Wire;
import dev.mssqlcdc.writer.TestingLake;
import dev.mssqlcdc.writer.TestingRecord;
import dev.mssqlcdc.writer.TestingRegistry;
import dev.mssqlcdc.writer.TestingTable;
import dev.mssqlcdc.writer.core.TableStopException;
import dev.mssqlcdc.writer.delta.TableColumn;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How bronze tables follow the records' columns. */
class TestBronzeEvolution {

  private static final Topic TOPIC = new Topic("shop.dbo.t", "id-1", "w", "dbo.t");

  @TempDir Path folder;
  private TestingRegistry registry;
  private TestingTable table;
  private TestingLake lake;

  @BeforeEach
  void start() throws Exception {
    registry = new TestingRegistry();
    table = new TestingTable(TOPIC.name(), registry.url());
    lake = new TestingLake(folder);
  }

  @AfterEach
  void stop() {
    registry.close();
  }

  @Test
  void aNewColumnComesWithTheRowsThatNeedIt() {
    TestingBronze bronze = bronze(false);
    TestingRecord before = insert(1, Map.of("id", 1));
    table.column("note", "note", "nvarchar(9)", SchemaBuilder.string());
    TestingRecord after = insert(2, Map.of("id", 2, "note", "n"));
    bronze.write(before);
    long version = lake.bronze("dbo.t").version();

    bronze.write(after, insert(3, Map.of("id", 3)));

    assertThat(lake.bronze("dbo.t").version()).isEqualTo(version + 1);
    assertThat(lake.bronzeRows("dbo.t"))
        .extracting(row -> row.get("note"))
        .containsExactly(null, "n", null);
  }

  @Test
  void aWiderTypeWidensTheColumnInTheCommitOfItsRowsAndNarrowerRecordsStillFit() {
    TestingBronze bronze = bronze(true);
    table
        .column("qty", "qty", "int", SchemaBuilder.int32())
        .column("price", "price", "decimal(6,2)", Decimal.builder(2))
        .column("day", "day", "date", day());
    Map<String, Object> narrow =
        Map.of(
            "id",
            1,
            "qty",
            7,
            "price",
            new BigDecimal("1.50"),
            "day",
            Date.from(Instant.EPOCH.plus(Duration.ofDays(1))));
    TestingRecord late = insert(4, narrow);
    bronze.write(insert(1, narrow));
    long version = lake.bronze("dbo.t").version();
    table
        .column("qty", "qty", "bigint", SchemaBuilder.int64())
        .column("price", "price", "decimal(8,4)", Decimal.builder(4))
        .column(
            "day", "day", "datetime2(3)", SchemaBuilder.int64().name(Wire.TYPE_MICRO_TIMESTAMP));

    bronze.write(
        insert(2, Map.of("id", 2, "qty", 1L << 40, "price", new BigDecimal("2.1234"), "day", 5L)),
        insert(3, Map.of("id", 3)));

    assertThat(lake.bronze("dbo.t").version()).isEqualTo(version + 1);
    assertThat(types("qty", "price", "day"))
        .containsExactly("long", "decimal(8,4)", "timestamp_ntz");
    assertThat(comments("qty", "price", "day"))
        .containsExactly("bigint", "decimal(8,4)", "datetime2(3)");
    assertThat(lake.bronzeRows("dbo.t").get(1))
        .containsEntry("qty", 1L << 40)
        .containsEntry("price", new BigDecimal("2.1234"))
        .containsEntry("day", 5L);

    bronze.write(late);

    assertThat(lake.bronze("dbo.t").version()).isEqualTo(version + 2);
    assertThat(lake.bronzeRows("dbo.t").get(3))
        .containsEntry("qty", 7L)
        .containsEntry("price", new BigDecimal("1.5000"))
        .containsEntry("day", 86_400_000_000L);
  }

  @Test
  void withoutLeaveAWiderTypeStopsTheTableAfterWhatCameBefore() {
    TestingBronze bronze = bronze(false);
    bronze.write(insert(1, Map.of("id", 1)));
    TestingRecord good = insert(2, Map.of("id", 2));
    table.column("id", "id", "bigint", SchemaBuilder.int64()).key("id");

    Written written = bronze.write(good, insert(3, Map.of("id", 3L)));

    assertThat(written.records()).isEqualTo(1);
    assertThat(written.stop().orElseThrow())
        .hasMessageContaining("column 'id' is integer, the records bring long")
        .hasMessageContaining("SET TBLPROPERTIES ('delta.enableTypeWidening' = 'true')");
    assertThat(lake.bronzeRows("dbo.t")).hasSize(2);
    assertThat(bronze.open().position().offset()).hasValue(1);
    assertThatThrownBy(() -> bronze.write(insert(3, Map.of("id", 3L))))
        .isInstanceOf(TableStopException.class);
  }

  @Test
  void anOddNewNameOnAnExistingTableNeedsTheOwner() {
    TestingBronze bronze = bronze(false);
    bronze.write(insert(1, Map.of("id", 1)));
    table.column("a_b", "a b", "int", SchemaBuilder.int32());

    assertThatThrownBy(() -> bronze.write(insert(2, Map.of("id", 2))))
        .isInstanceOf(TableStopException.class)
        .hasMessageContaining("'delta.columnMapping.mode' = 'name'");
  }

  @Test
  void aChangeOfTheDefinitionByAStaleInstanceIsNotRebasedOverItsSuccessors() {
    TestingBronze first = bronze(false);
    first.write(insert(1, Map.of("id", 1)));
    TestingBronze second = bronze(false);
    first.write(insert(2, Map.of("id", 2)));
    table.column("note", "note", "nvarchar(9)", SchemaBuilder.string());

    assertThatThrownBy(() -> second.write(insert(2, Map.of("id", 2, "note", "n"))))
        .isInstanceOf(StaleException.class);
    assertThat(lake.bronzeRows("dbo.t")).hasSize(2);
  }

  @Test
  void aBatchOfManyBytesIsInSeveralFiles() throws Exception {
    TestingBronze bronze = new TestingBronze(lake, registry.url(), TOPIC, false, 10_000).open();
    TestingRecord[] records =
        IntStream.rangeClosed(1, 1_000)
            .mapToObj(i -> insert(i, Map.of("id", i)))
            .toArray(TestingRecord[]::new);

    bronze.write(records);

    assertThat(lake.bronzeRows("dbo.t"))
        .extracting(row -> row.get("id"))
        .containsExactlyElementsOf(IntStream.rangeClosed(1, 1_000).boxed().toList());
    assertThat(dataFiles()).hasSizeBetween(3, 10);
  }

  @Test
  void filesOfABatchThatStopsAreNotLeftBehind() throws Exception {
    TestingBronze bronze = new TestingBronze(lake, registry.url(), TOPIC, false, 10_000).open();
    Stream<TestingRecord> rows =
        IntStream.rangeClosed(1, 500).mapToObj(i -> insert(i, Map.of("id", i)));
    Stream<TestingRecord> gap = Stream.of(table.progress(null, 500, 501));

    Written written = bronze.write(Stream.concat(rows, gap).toArray(TestingRecord[]::new));

    assertThat(written.stop()).isPresent();
    assertThat(dataFiles()).hasSameSizeAs(lake.bronzeFiles("dbo.t"));
  }

  private List<Path> dataFiles() throws Exception {
    try (Stream<Path> files = Files.list(folder.resolve("bronze/dbo.t"))) {
      return files.filter(file -> file.toString().endsWith(".parquet")).toList();
    }
  }

  private List<String> types(String... columns) {
    return Stream.of(columns).map(name -> column(name).type().name()).toList();
  }

  private List<String> comments(String... columns) {
    return Stream.of(columns).map(name -> column(name).comment()).toList();
  }

  private TableColumn column(String name) {
    return lake.bronze("dbo.t").columns().stream()
        .filter(column -> column.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private TestingBronze bronze(boolean typeWidening) {
    return new TestingBronze(lake, registry.url(), TOPIC, typeWidening, Long.MAX_VALUE).open();
  }

  private TestingRecord insert(long lsn, Map<String, Object> values) {
    return table.change(lsn, 1, Operation.INSERT, values);
  }

  private static SchemaBuilder day() {
    return SchemaBuilder.int32().name(Wire.TYPE_DATE);
  }
}
