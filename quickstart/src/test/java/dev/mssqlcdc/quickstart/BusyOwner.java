package dev.mssqlcdc.quickstart;

import dev.mssqlcdc.writer.TestingTable;
import io.delta.exceptions.DeltaConcurrentModificationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.sql.Row;

/** The owner of a bronze table at work on it with Spark, and on control, while the writer runs. */
final class BusyOwner {

  private static final int ATTEMPTS = 20;

  private final TestingLakehouse lakehouse;
  private final String bronze;
  private final AtomicInteger attempts = new AtomicInteger();
  private long marked;

  BusyOwner(TestingLakehouse lakehouse, TestingTable table) {
    this.lakehouse = lakehouse;
    this.bronze = lakehouse.inSql(table);
  }

  /** One of each kind of statement; from the second round on merges leave deletion vectors. */
  void round(int number) {
    if (number == 1) {
      insist(
          "ALTER TABLE %s SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')"
              .formatted(bronze));
    }
    insist("ALTER TABLE %s ADD COLUMN owners_%d STRING".formatted(bronze, number));
    marked +=
        insist(
                """
                MERGE INTO %s t
                USING (SELECT _kafka_offset AS o FROM %s WHERE id %% 3 = 0) s
                ON t._kafka_offset = s.o
                WHEN MATCHED AND t.owners_%d IS NULL THEN UPDATE SET owners_%d = 'seen'
                """
                    .formatted(bronze, bronze, number, number))
            .<Long>getAs("num_updated_rows");
    insist("OPTIMIZE " + bronze);
    insist(
        """
        MERGE INTO %s t
        USING (SELECT 'silver' AS layer, 'mart.%d' AS table_name UNION SELECT 'silver', 'mart') s
        ON t.layer = s.layer AND t.layer = 'silver' AND t.table_name = s.table_name
        WHEN MATCHED THEN UPDATE SET tracked_columns = '%d'
        WHEN NOT MATCHED THEN INSERT (layer, table_name) VALUES (s.layer, s.table_name)
        """
            .formatted(lakehouse.controlInSql(), number, number));
  }

  /** Rows that its statements say they changed. */
  long marked() {
    return marked;
  }

  /** How many times it has sent a statement so far. */
  int attempts() {
    return attempts.get();
  }

  // Spark gives a statement up when the writer's rows may be some that it should have read.
  private Row insist(String statement) {
    for (int i = 1; true; i++) {
      attempts.incrementAndGet();
      try {
        Row[] answer = (Row[]) lakehouse.sql(statement).collect();
        return answer.length == 0 ? null : answer[0];
      } catch (DeltaConcurrentModificationException e) {
        if (i == ATTEMPTS) {
          throw e;
        }
      }
    }
  }
}
