package dev.mssqlcdc.lake;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The reference page of the tables is made from the tables as data. */
class TestTablesPage {

  private static final Path PAGE = Path.of("..", "docs", "reference", "tables.md");
  private static final List<Column> CAPTURED =
      List.of(new Column("captured columns", DeltaType.STRING, "see the types below"));

  @Test
  void thePageIsUpToDate() throws IOException {
    String page = page();
    if (Boolean.getBoolean("update.docs")) {
      Files.createDirectories(PAGE.getParent());
      Files.writeString(PAGE, page);
    }
    assertThat(Files.readString(PAGE))
        .as("docs/reference/tables.md (to refresh it: -Dupdate.docs=true)")
        .isEqualTo(page);
  }

  private static String page() {
    return """
    # Tables

    Made from the module `lake`; change it there, then run
    `mvn test -pl lake -am -Dtest=TestTablesPage -Dsurefire.failIfNoSpecifiedTests=false -Dupdate.docs=true`.

    Every column is nullable. The tables carry these comments themselves. A column of facts, control and
    reports is never renamed or removed.

    """
        + section(
            "Bronze",
            "`<lake.root>/bronze/<schema>.<table>`, or as `table.name.template` says: every change and snapshot row of one source table, in the order"
                + " of its topic. Trust rows at or below the verdict's `end_lsn` in control.",
            Bronze.columns(CAPTURED))
        + BRONZE_NOTES
        + section(
            "Facts",
            "`<lake.root>/meta/facts`: "
                + TableDefinition.facts().comment()
                + ". The `detail` of a batch's row is the writer's own note of where the table stands. Besides the source's"
                + " events the writer tells its own: `dead_letter` (a record was moved to the dead letter topic) and"
                + " `gap_accepted` (the owner accepted that records are missing).",
            Facts.columns())
        + section(
            "Control",
            "`<lake.root>/meta/control`, partitioned by `layer`: "
                + TableDefinition.control().comment()
                + ".",
            Control.columns())
        + section(
            "Silver",
            "`<lake.root>/silver/<name>`: the current state of one source table. Table properties:"
                + " `mssqlcdc.key_columns` (those of the key, also a declared one, that its rows are of), `mssqlcdc.source`.",
            Silver.columns(CAPTURED))
        + section(
            "History",
            "`<lake.root>/history/<name>`: the versions of one source table's rows, each valid in"
                + " [`_valid_from_lsn`, `_valid_to_lsn`). Not written yet.",
            History.columns(CAPTURED))
        + section(
            "Reports",
            "`<lake.root>/meta/reports`: "
                + TableDefinition.reports().comment()
                + "; one row per rule and run. Not written yet.",
            Reports.columns())
        + VERSIONS;
  }

  private static final String VERSIONS =
      """
      ## Versions

      Each kind of table has a list of migrations that only grows. A table's property `mssqlcdc.schema_version` tells how
      many of them it has seen; where it is absent, none. The programs bring a table of an older release up to theirs when
      they open it, one commit per migration, also several programs at once. A table of a newer release is written as it
      is, its unknown columns are left alone, and a warning says so once; where `mssqlcdc.min_version` asks for more
      migrations than a program knows, the program refuses the table: upgrade it. Versions that this release creates: %s.
      """
          .formatted(
              Stream.of(TableKind.values())
                  .map(kind -> "%s %d".formatted(name(kind), kind.migrations().version()))
                  .collect(Collectors.joining(", ")));

  private static String name(TableKind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  private static final String BRONZE_NOTES =
      """
      Table properties: `mssqlcdc.key_columns` (JSON array of the key's columns, absent for a keyless table),
      `mssqlcdc.source` (server/database), `mssqlcdc.topic`, `mssqlcdc.topic_id`, `mssqlcdc.writer`,
      `mssqlcdc.schema_version`; `mssqlcdc.accepted_gap` and `mssqlcdc.paused` while a
      [command](../guides/writer-troubleshooting.md) has set them. A captured column's comment is its type in the source. A name that Delta refuses without
      column mapping, such as `Unit Price`, gets `delta.columnMapping.mode=name` when the table is created.

      | SQL Server | Delta |
      |---|---|
      | bit | BOOLEAN |
      | tinyint, smallint | SHORT |
      | int | INTEGER |
      | bigint | LONG |
      | real, float | FLOAT, DOUBLE |
      | decimal(p,s), numeric(p,s) | DECIMAL(p,s) |
      | money, smallmoney | DECIMAL(19,4), DECIMAL(10,4) |
      | date | DATE |
      | datetime, smalldatetime, datetime2 | TIMESTAMP_NTZ |
      | datetimeoffset | TIMESTAMP |
      | datetime2(7), datetimeoffset(7) in a key | STRING |
      | time(n) | STRING, `HH:mm:ss` and n digits |
      | char, varchar, nchar, nvarchar, text, ntext, xml, uniqueidentifier | STRING |
      | binary, varbinary, image, rowversion | BINARY |

      """;

  private static String section(String title, String text, List<Column> columns) {
    StringBuilder page = new StringBuilder("## %s%n%n%s%n%n".formatted(title, text));
    page.append("| Column | Type | What it holds |\n|---|---|---|\n");
    for (Column column : columns) {
      boolean captured = CAPTURED.contains(column);
      page.append(
          "| %s | %s | %s |%n"
              .formatted(
                  captured ? column.name() : "`" + column.name() + "`",
                  captured ? "" : column.type().name().toUpperCase(Locale.ROOT),
                  column.comment()));
    }
    return page.append('\n').toString().replace("\r\n", "\n");
  }
}
