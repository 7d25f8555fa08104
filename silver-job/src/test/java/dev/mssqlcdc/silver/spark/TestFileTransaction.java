package dev.mssqlcdc.silver.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.exceptions.ConcurrentTransactionException;
import io.delta.exceptions.DeltaConcurrentModificationException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Writes that read files, and others that come in between. */
class TestFileTransaction {

  private static final String APP = "test";

  private final SparkSession spark = Sessions.child(TestingSpark.session());
  private final SparkTables tables = new SparkTables(spark);

  @TempDir private Path root;

  @BeforeEach
  void makeTable() {
    spark.sql(
        "CREATE TABLE %s (part STRING, n INT) USING delta PARTITIONED BY (part)".formatted(sql()));
    insert("'a', 1", "'b', 2");
  }

  @Test
  void rowsArePutInThePlaceOfFiles() {
    FileTransaction transaction = new FileTransaction(spark, table());
    var files = transaction.files(Optional.of(col("part").equalTo("a")));
    Dataset<Row> rows = table().rows(spark, files);
    assertThat(FileTransaction.count(files)).hasValue(1);
    assertThat(transaction.number(APP, 7)).isTrue();
    transaction.add(rows.withColumn("n", col("n").plus(10)));
    transaction.remove(files);
    transaction.commitUpdate();
    assertThat(rows()).containsExactly("[a,11]", "[b,2]");
    assertThat(table().lastTransaction(APP)).isEqualTo(7);
    for (long number : new long[] {6, 7}) {
      assertThat(new FileTransaction(spark, table()).number(APP, number)).isFalse();
    }
    assertThat(new FileTransaction(spark, table()).number(APP, 8)).isTrue();
  }

  @Test
  void aChangeOfWhatWasReadIsAConflictAndOneOfOtherRowsIsNone() {
    FileTransaction of = begun(Optional.of(col("part").equalTo("a")));
    insert("'b', 3");
    of.commitUpdate();
    assertThat(rows()).containsExactly("[a,0]", "[b,2]", "[b,3]");

    for (Optional<org.apache.spark.sql.Column> where :
        List.of(
            Optional.<org.apache.spark.sql.Column>empty(), Optional.of(col("part").equalTo("a")))) {
      FileTransaction late = begun(where);
      spark.sql("UPDATE %s SET n = n + 1 WHERE part = 'a'".formatted(sql()));
      List<String> before = rows();
      assertThatThrownBy(late::commitUpdate)
          .isInstanceOf(DeltaConcurrentModificationException.class);
      assertThat(rows()).isEqualTo(before);
    }
  }

  @Test
  void knownFilesAreReadLikeThoseAskedFor() {
    FileTransaction transaction = new FileTransaction(spark, table());
    transaction.read(
        table().files().stream()
            .filter(file -> file.partitionValues().apply("part").equals("a"))
            .toList(),
        col("part").equalTo("a"));
    transaction.add(spark.sql("SELECT 'a' AS part, 5 AS n"));
    insert("'a', 4");
    assertThatThrownBy(transaction::commitUpdate)
        .isInstanceOf(DeltaConcurrentModificationException.class);
  }

  @Test
  void twoNumberedCommitsAtATimeAreAConflict() {
    FileTransaction first = new FileTransaction(spark, table());
    FileTransaction second = new FileTransaction(spark, table());
    for (FileTransaction each : List.of(first, second)) {
      assertThat(each.number(APP, 9)).isTrue();
      each.add(spark.sql("SELECT 'c' AS part, 1 AS n"));
    }
    first.commitUpdate();
    assertThatThrownBy(second::commitUpdate).isInstanceOf(ConcurrentTransactionException.class);
    assertThat(rows()).containsExactly("[a,1]", "[b,2]", "[c,1]");
  }

  private FileTransaction begun(Optional<org.apache.spark.sql.Column> where) {
    FileTransaction transaction = new FileTransaction(spark, table());
    var files = transaction.files(where);
    transaction.add(table().rows(spark, files).withColumn("n", lit(0)));
    transaction.remove(files);
    return transaction;
  }

  private void insert(String... rows) {
    spark.sql("INSERT INTO %s VALUES (%s)".formatted(sql(), String.join("), (", rows)));
  }

  private List<String> rows() {
    return spark.read().format("delta").load(root.toString()).collectAsList().stream()
        .map(Row::toString)
        .sorted()
        .toList();
  }

  private SparkTable table() {
    return tables.find(root.toString()).orElseThrow();
  }

  private String sql() {
    return Sql.table(root.toString());
  }
}
