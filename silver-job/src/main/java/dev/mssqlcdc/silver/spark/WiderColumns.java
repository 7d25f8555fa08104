package dev.mssqlcdc.silver.spark;

import dev.mssqlcdc.silver.plan.SilverException;
import dev.mssqlcdc.silver.plan.TableSettings;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.types.StructField;

/**
 * Columns of a silver table that have to become wider, because bronze's did.
 *
 * @param path the table's folder
 * @param settings tell whether they may
 */
record WiderColumns(String path, TableSettings settings) {

  /**
   * Those of bronze that silver's are too narrow for.
   *
   * @throws SilverException when one cannot become so, or may not, and what to do
   */
  List<StructField> of(SparkTable silver, List<StructField> captured) {
    boolean allowed =
        settings.typeWidening().orElseGet(() -> silver.isOn(SparkTable.TYPE_WIDENING));
    List<StructField> wider = new ArrayList<>();
    for (StructField source : captured) {
      silver
          .column(source.name())
          .filter(own -> !Cast.canUpCast(source.dataType(), own.dataType()))
          .ifPresent(own -> wider.add(checked(own, source, allowed)));
    }
    return wider;
  }

  private StructField checked(StructField own, StructField source, boolean allowed) {
    if (!SparkTable.canWiden(own.dataType(), source.dataType())) {
      throw different(
          own,
          source,
          "Delta cannot make the one of the other: build the silver table anew with --rebuild");
    }
    if (!allowed) {
      throw different(
          own,
          source,
          ("allow it by the setting type-widening, or run ALTER TABLE %s SET TBLPROPERTIES"
                  + " ('%s' = 'true') and ALTER TABLE %s ALTER COLUMN %s TYPE %s, then run again")
              .formatted(
                  Sql.table(path),
                  SparkTable.TYPE_WIDENING,
                  Sql.table(path),
                  Sql.name(own.name()),
                  source.dataType().sql()));
    }
    return source;
  }

  private SilverException different(StructField own, StructField source, String remedy) {
    return new SilverException(
        "silver table %s: column %s is %s, in bronze it is %s: %s"
            .formatted(path, own.name(), own.dataType().sql(), source.dataType().sql(), remedy));
  }
}
