package dev.mssqlcdc.lake;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What four releases, one after the other, know of a table. */
final class TestingReleases {

  static final String FLAVOUR = "mssqlcdc.flavour";
  static final Column ID = new Column("id", DeltaType.STRING, "the row's id");
  static final Column AT = new Column("at", DeltaType.TIMESTAMP_NTZ, "when, UTC");
  static final Column NOTE = new Column("note", DeltaType.STRING, "it's \"new\"");
  static final Column AMOUNT = new Column("amount", DeltaType.decimal(10, 2), "in euros");
  static final Column UNTIL = new Column("until", DeltaType.TIMESTAMP_NTZ, "UTC");

  static final Migrations ZERO = Migrations.NONE;
  static final Migrations ONE = Migrations.of(Migration.adding(NOTE));
  static final Migrations TWO =
      Migrations.of(Migration.adding(NOTE), Migration.setting(FLAVOUR, "sweet"));
  static final Migrations THREE =
      Migrations.of(
          Migration.adding(NOTE),
          Migration.setting(FLAVOUR, "sweet"),
          Migration.adding(AMOUNT, UNTIL).asRequired());

  private TestingReleases() {}

  static TableDefinition definition(Map<String, String> properties) {
    return TableDefinition.of(TableKind.FACTS, "a table", List.of(ID, AT), properties);
  }

  static Map<String, String> types(Column... columns) {
    return Stream.of(columns)
        .collect(Collectors.toMap(Column::name, column -> column.type().name()));
  }
}
