package dev.mssqlcdc.silver.spark;

import dev.mssqlcdc.lake.Column;
import dev.mssqlcdc.lake.Properties;
import dev.mssqlcdc.lake.Silver;
import dev.mssqlcdc.lake.TableDefinition;
import dev.mssqlcdc.lake.TableKind;
import dev.mssqlcdc.lake.TableOpener;
import dev.mssqlcdc.schemas.Fields;
import dev.mssqlcdc.silver.plan.SilverException;
import dev.mssqlcdc.silver.plan.TableSettings;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructField;

/** A silver table's shape: made from bronze's, and kept up with it. */
final class SilverTable {

  /** Characters that Delta takes in a name only with column mapping. */
  private static final Pattern ODD = Pattern.compile("[ ,;{}()\\n\\t=]");

  private static final String FEED = SparkTable.CHANGE_DATA_FEED;
  private static final String VECTORS = "delta.enableDeletionVectors";
  private static final String MAPPING = "delta.columnMapping.mode";

  private final SparkSession spark;
  private final TableOpener<SparkTable> opener;
  private final String path;
  private final String name;
  private final TableSettings settings;

  SilverTable(
      SparkSession spark,
      TableOpener<SparkTable> opener,
      String path,
      String name,
      TableSettings settings) {
    this.spark = spark;
    this.opener = opener;
    this.path = path;
    this.name = name;
    this.settings = settings;
  }

  String path() {
    return path;
  }

  Optional<SparkTable> find() {
    return opener.find(path, TableKind.SILVER);
  }

  /**
   * Creates the table with every column that bronze has, or makes it such.
   *
   * @throws SilverException when silver cannot take what bronze holds; nothing is changed then
   */
  void openFor(BronzeTable bronze) {
    SparkTable table = opener.openOrCreate(path, definition(bronze));
    checkKey(table, bronze);
    List<StructField> wider = new WiderColumns(path, settings).of(table, bronze.captured());
    List<StructField> missing =
        bronze.captured().stream().filter(field -> table.column(field.name()).isEmpty()).toList();
    checkNames(table, missing);
    set(askedOf(table));
    widen(table, wider);
    addColumns(bronze, missing);
  }

  /**
   * The table with whatever columns it has, created if need be: all its rows are to be replaced.
   *
   * @throws SilverException when it cannot take bronze's columns
   */
  void openToReplace(BronzeTable bronze) {
    SparkTable table = opener.openOrCreate(path, definition(bronze));
    checkNames(table, bronze.captured());
    if (settings.changeDataFeed().equals(Optional.of(false))) {
      set(askedOf(table));
    } else {
      checkFeed(table, bronze);
    }
  }

  /** Delta gives no change data of a table with column mapping across a column that goes. */
  private void checkFeed(SparkTable table, BronzeTable bronze) {
    boolean feeds = table.isOn(FEED);
    boolean loses =
        Arrays.stream(table.schema().fields())
            .filter(own -> !Fields.isReserved(own.name()))
            .anyMatch(own -> bronze.captured().stream().noneMatch(field -> isSame(own, field)));
    if (feeds && loses && table.mapsColumns()) {
      throw new SilverException(
          ("silver table %s has a column that bronze lacks or has with another type, which Delta does"
                  + " not replace under a change data feed: run ALTER TABLE %s SET TBLPROPERTIES ('%s'"
                  + " = 'false'), build it anew, then set it to 'true' again")
              .formatted(path, Sql.table(path), FEED));
    }
  }

  private static boolean isSame(StructField own, StructField source) {
    return own.name().equalsIgnoreCase(source.name()) && own.dataType().equals(source.dataType());
  }

  /** Replaces rows and columns in one commit; what its owner set of the table stays. */
  void replace(Dataset<Row> rows) {
    rows.write().format("delta").mode("overwrite").option("overwriteSchema", "true").save(path);
  }

  /** Has a table whose rows were replaced say whose they are now, and be as it is asked to. */
  void finishReplace(BronzeTable bronze) {
    SparkTable table = find().orElseThrow();
    Map<String, String> properties = names(bronze);
    properties.entrySet().removeAll(table.properties().entrySet());
    properties.putAll(askedOf(table));
    set(properties);
  }

  private void set(Map<String, String> properties) {
    if (!properties.isEmpty()) {
      String list =
          properties.entrySet().stream()
              .map(entry -> Sql.text(entry.getKey()) + " = " + Sql.text(entry.getValue()))
              .collect(Collectors.joining(", "));
      spark.sql("ALTER TABLE %s SET TBLPROPERTIES (%s)".formatted(Sql.table(path), list));
    }
  }

  /** What is asked for and not so yet. */
  private Map<String, String> askedOf(SparkTable table) {
    Map<String, String> asked = asked();
    asked
        .entrySet()
        .removeIf(entry -> table.isOn(entry.getKey()) == Boolean.parseBoolean(entry.getValue()));
    return asked;
  }

  private Map<String, String> asked() {
    Map<String, String> asked = new HashMap<>();
    settings.changeDataFeed().ifPresent(on -> asked.put(FEED, on.toString()));
    settings.deletionVectors().ifPresent(on -> asked.put(VECTORS, on.toString()));
    return asked;
  }

  private static Map<String, String> names(BronzeTable bronze) {
    Map<String, String> names = new HashMap<>(bronze.table().properties());
    names.keySet().retainAll(List.of(Properties.SOURCE));
    bronze.keyProperty().ifPresent(key -> names.put(Properties.KEY_COLUMNS, key));
    return names;
  }

  private TableDefinition definition(BronzeTable bronze) {
    List<Column> captured = bronze.captured().stream().map(ColumnTypes::column).toList();
    Map<String, String> properties = names(bronze);
    properties.putAll(asked());
    if (bronze.table().mapsColumns() || captured.stream().anyMatch(SilverTable::isOdd)) {
      properties.put(MAPPING, "name");
    }
    String comment = "current rows of the source table " + name;
    return TableDefinition.of(TableKind.SILVER, comment, Silver.columns(captured), properties);
  }

  private void widen(SparkTable table, List<StructField> wider) {
    if (!wider.isEmpty() && !table.isOn(SparkTable.TYPE_WIDENING)) {
      set(Map.of(SparkTable.TYPE_WIDENING, "true"));
    }
    for (StructField field : wider) {
      String column =
          "ALTER TABLE %s ALTER COLUMN %s ".formatted(Sql.table(path), Sql.name(field.name()));
      spark.sql(column + "TYPE " + field.dataType().sql());
      spark.sql(column + "COMMENT " + Sql.text(ColumnTypes.column(field).comment()));
    }
  }

  private void addColumns(BronzeTable bronze, List<StructField> missing) {
    List<String> order = bronze.captured().stream().map(StructField::name).toList();
    for (StructField field : missing) {
      int at = order.indexOf(field.name());
      String place = at == 0 ? "FIRST" : "AFTER " + Sql.name(order.get(at - 1));
      String column =
          "%s %s COMMENT %s %s"
              .formatted(
                  Sql.name(field.name()),
                  field.dataType().sql(),
                  Sql.text(ColumnTypes.column(field).comment()),
                  place);
      spark.sql("ALTER TABLE %s ADD COLUMNS (%s)".formatted(Sql.table(path), column));
    }
  }

  private void checkKey(SparkTable table, BronzeTable bronze) {
    List<String> own = BronzeTable.keyNames(table);
    if (bronze.isDeclared()) {
      checkDeclared(own, bronze.key());
      return;
    }
    List<String> source = BronzeTable.keyNames(bronze.table());
    if (!own.isEmpty() && !own.equals(source)) {
      throw new SilverException(
          ("silver table %s was built with the key %s, bronze now has %s: take a full snapshot,"
                  + " then build the silver table anew with --rebuild")
              .formatted(path, own, source));
    }
  }

  private void checkDeclared(List<String> own, List<String> declared) {
    if (!own.isEmpty() && !Set.copyOf(own).equals(Set.copyOf(declared))) {
      throw new SilverException(
          "silver table %s was built with the key %s, declared is %s: declare that one, or build the"
                  .formatted(path, own, declared)
              + " silver table anew with --rebuild");
    }
  }

  /**
   * Refuses to leave a table as it is for the want of a key that it once had.
   *
   * @throws SilverException when it has one
   */
  void checkKeyless() {
    List<String> own = find().map(BronzeTable::keyNames).orElse(List.of());
    if (!own.isEmpty()) {
      throw new SilverException(
          ("silver table %s was built with the key %s, now bronze names none and none is declared:"
                  + " declare it, or another and build the silver table anew with --rebuild, or remove"
                  + " the table")
              .formatted(path, own));
    }
  }

  private void checkNames(SparkTable table, List<StructField> missing) {
    List<String> odd =
        missing.stream()
            .map(ColumnTypes::column)
            .filter(SilverTable::isOdd)
            .map(Column::name)
            .toList();
    if (!table.mapsColumns() && !odd.isEmpty()) {
      throw new SilverException(
          ("silver table %s cannot take the new column(s) %s without column mapping: run ALTER TABLE"
                  + " %s SET TBLPROPERTIES ('%s' = 'name', 'delta.minReaderVersion' = '2',"
                  + " 'delta.minWriterVersion' = '5'), then run again")
              .formatted(path, odd, Sql.table(path), MAPPING));
    }
  }

  private static boolean isOdd(Column column) {
    return ODD.matcher(column.name()).find();
  }
}
