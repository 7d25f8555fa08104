package dev.mssqlcdc.silver;

import static dev.mssqlcdc.silver.spark.TestingLake.column;
import static dev.mssqlcdc.silver.spark.TestingRow.change;
import static dev.mssqlcdc.silver.spark.TestingRow.lsn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.schemas.Operation;
import dev.mssqlcdc.silver.run.Action;
import dev.mssqlcdc.silver.spark.TestingLake;
import dev.mssqlcdc.silver.spark.TestingSpark;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rules of applying changes, one key each, in one run over one table. */
class TestApplyRules {

  private static final String TABLE = "dbo.orders";

  @TempDir private static Path root;
  private static TestingLake lake;
  private static ApplyResult result;

  @BeforeAll
  static void applyOnce() {
    lake = new TestingLake(root);
    lake.bronze(
        TABLE,
        List.of(column("k", "integer"), column("k2", "string"), column("v", "string")),
        "k",
        "k2");
    lake.append(
        TABLE,
        // 1: ranked by commit, then command, then seqval, then operation
        change(10, 1, 9, Operation.INSERT, 1, "rank", "insert"),
        change(11, 2, 1, Operation.UPDATE_AFTER, 1, "rank", "second command"),
        change(11, 1, 5, Operation.UPDATE_AFTER, 1, "rank", "first command"),
        change(11, 2, 1, Operation.UPDATE_BEFORE, 1, "rank", "before it"),
        // 2: repeated by the source, the later Kafka offset wins
        change(10, Operation.INSERT, 2, "repeat", "later").at(900),
        change(10, Operation.INSERT, 2, "repeat", "earlier").at(800),
        // 3 to 30: key changed by 3 and 4
        change(10, Operation.INSERT, 3, "old key", "x"),
        change(12, 1, 1, Operation.UPDATE_BEFORE, 3, "old key", "x"),
        change(12, 1, 1, Operation.UPDATE_AFTER, 30, "new key", "x"),
        // 4 to 40: key changed by 1 and 2
        change(10, Operation.INSERT, 4, "old key", "y"),
        change(12, 1, 1, Operation.DELETE, 4, "old key", "y"),
        change(12, 1, 1, Operation.INSERT, 40, "new key", "y"),
        // null in the key
        change(10, Operation.INSERT, null, "null", "first"),
        change(11, Operation.UPDATE_AFTER, null, "null", "second"),
        change(10, Operation.INSERT, 5, null, "other null"),
        // 6: deleted and inserted in one transaction
        change(10, Operation.INSERT, 6, "again", "old"),
        change(12, 1, 1, Operation.DELETE, 6, "again", "old"),
        change(12, 2, 2, Operation.INSERT, 6, "again", "new"),
        // 7: deleted
        change(10, Operation.INSERT, 7, "deleted", "z"),
        change(11, Operation.DELETE, 7, "deleted", "z"),
        // 8: above the verdict
        change(20, Operation.INSERT, 8, "last", "at the verdict"),
        change(21, Operation.UPDATE_AFTER, 8, "last", "above the verdict"));
    lake.verdict(20, TABLE);
    result = new SilverJob(TestingSpark.session(), lake.lake()).apply(ApplyOptions.all()).get(0);
  }

  @Test
  void theLatestImageOfAKeyWins() {
    assertThat(lake.silverTexts(TABLE)).contains("[1,rank,second command]");
  }

  @Test
  void ofTwoRepeatsTheLaterOffsetWins() {
    assertThat(lake.silverTexts(TABLE)).contains("[2,repeat,later]");
  }

  @Test
  void aBeforeImageDeletesItsOwnKey() {
    assertThat(lake.silverTexts(TABLE))
        .contains("[30,new key,x]")
        .noneMatch(row -> row.startsWith("[3,"));
  }

  @Test
  void aKeyChangedByDeleteAndInsertMoves() {
    assertThat(lake.silverTexts(TABLE))
        .contains("[40,new key,y]")
        .noneMatch(row -> row.startsWith("[4,"));
  }

  @Test
  void keysMatchNullSafe() {
    assertThat(lake.silverTexts(TABLE)).contains("[null,null,second]", "[5,null,other null]");
  }

  @Test
  void aRowDeletedAndInsertedInOneTransactionStays() {
    assertThat(lake.silverTexts(TABLE)).contains("[6,again,new]");
  }

  @Test
  void aDeletedRowIsGone() {
    assertThat(lake.silverTexts(TABLE)).noneMatch(row -> row.startsWith("[7,"));
  }

  @Test
  void rowsAboveTheVerdictAreNotUsed() {
    assertThat(lake.silverTexts(TABLE)).contains("[8,last,at the verdict]");
  }

  @Test
  void theResultTellsWhatWasDone() {
    assertThat(result.table()).isEqualTo(TABLE);
    assertThat(result.action()).isEqualTo(Action.APPLIED);
    assertThat(result.rowsRead()).isEqualTo(21);
    assertThat(result.upserted()).isEqualTo(8);
    assertThat(result.appliedLsn()).contains(lsn(20));
    assertThat(result.error()).isEmpty();
  }
}
