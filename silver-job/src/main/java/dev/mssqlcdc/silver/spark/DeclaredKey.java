package dev.mssqlcdc.silver.spark;

import dev.mssqlcdc.silver.plan.SilverException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.types.StructField;

/** A key that only the user knows of, as the settings or a silver table name it. */
final class DeclaredKey {

  /** Their last digit is not in bronze, unless the source has them in its key. */
  private static final Set<String> CUT = Set.of("datetime2(7)", "datetimeoffset(7)");

  private DeclaredKey() {}

  /**
   * Bronze with the key, or as it is where the key is its own.
   *
   * @throws SilverException when it cannot be a key of this table
   */
  static BronzeTable of(BronzeTable bronze, List<String> names) {
    Set<String> key = new LinkedHashSet<>();
    for (String name : names) {
      key.add(checked(bronze, name));
    }
    if (bronze.key().isEmpty()) {
      return new BronzeTable(bronze.table(), bronze.captured(), List.copyOf(key), true);
    }
    if (!key.equals(Set.copyOf(bronze.key()))) {
      throw wrong(bronze, names, "the table has one, %s: declare none".formatted(bronze.key()));
    }
    return bronze;
  }

  private static String checked(BronzeTable bronze, String name) {
    StructField column =
        bronze.captured().stream()
            .filter(field -> field.name().equalsIgnoreCase(name))
            .findFirst()
            .orElseThrow(
                () ->
                    wrong(
                        bronze,
                        List.of(name),
                        "there is no such column; there are: "
                            + bronze.captured().stream()
                                .map(StructField::name)
                                .collect(Collectors.joining(", "))));
    String type = ColumnTypes.column(column).comment();
    if (bronze.key().isEmpty() && CUT.contains(type)) {
      throw wrong(
          bronze,
          List.of(name),
          "bronze holds a %s in microseconds, so two of its values may look the same: declare other"
                  .formatted(type)
              + " columns");
    }
    return column.name();
  }

  private static SilverException wrong(BronzeTable bronze, List<String> key, String why) {
    return new SilverException(
        "bronze table %s: the key %s cannot be declared: %s"
            .formatted(bronze.table().path(), key, why));
  }
}
