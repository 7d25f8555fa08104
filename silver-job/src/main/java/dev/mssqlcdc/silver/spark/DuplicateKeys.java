package dev.mssqlcdc.silver.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.struct;

import dev.mssqlcdc.silver.plan.SilverException;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Refuses a silver table that holds a key twice, which no run of ours writes.
 *
 * @param path the table's folder
 * @param key its key columns
 */
record DuplicateKeys(String path, List<String> key) {

  /** Looks at every key: for a table whose last run did not come to its end. */
  void refuseIn(Dataset<Row> silver) {
    Column[] columns = key.stream().map(name -> col(Sql.name(name))).toArray(Column[]::new);
    // As one column, so that no name of the source's can meet ours.
    Dataset<Row> counted = silver.groupBy(struct(columns)).agg(count(lit(1)).as("n"));
    refuseIf(!counted.where("n > 1").limit(1).isEmpty());
  }

  /** For a table whose numbers of rows only duplicates explain. */
  void refuseIf(boolean found) {
    if (found) {
      String columns = key.stream().map(Sql::name).collect(Collectors.joining(", "));
      throw new SilverException(
          ("silver table %s holds a key more than once, so something else has written to it: find"
                  + " them by SELECT %s, count(*) FROM %s GROUP BY ALL HAVING count(*) > 1; remove"
                  + " the doubles, or build the table anew with --rebuild")
              .formatted(path, columns, Sql.table(path)));
    }
  }
}
