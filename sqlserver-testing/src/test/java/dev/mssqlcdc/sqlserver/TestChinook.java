package dev.mssqlcdc.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mssqlcdc.sqlserver.testing.Sql;
import dev.mssqlcdc.sqlserver.testing.SqlScript;
import dev.mssqlcdc.sqlserver.testing.SqlServer;
import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A script that others wrote for SQL Server. Its own database name is used on a stand-in only. */
@SqlServerTest
class TestChinook {
  private static final Map<String, Integer> ROWS =
      Map.ofEntries(
          Map.entry("Album", 347),
          Map.entry("Artist", 275),
          Map.entry("Customer", 59),
          Map.entry("Employee", 8),
          Map.entry("Genre", 25),
          Map.entry("Invoice", 412),
          Map.entry("InvoiceLine", 2240),
          Map.entry("MediaType", 5),
          Map.entry("Playlist", 18),
          Map.entry("PlaylistTrack", 8715),
          Map.entry("Track", 3503));

  @Test
  void theScriptRunsAndWhatItMadeIsThere(SqlServer server) throws IOException, SQLException {
    Optional<Path> file = script();
    assumeTrue(file.isPresent(), "no ../shared/data/chinook-sqlserver.sql");
    String text = Files.readString(file.get(), StandardCharsets.UTF_8);
    String database =
        server.standin().isPresent()
            ? "Chinook"
            : "mssqlcdc_" + UUID.randomUUID().toString().replace("-", "");
    SqlScript script = SqlScript.of(text.replace("[Chinook]", "[" + database + "]"));
    try (Connection connection = server.connect("master")) {
      script.run(connection);
      rowsAreThere(connection);
      foreignKeysHold(connection);
      theCatalogDescribesIt(connection);
      Sql.execute(connection, "USE master");
      if (server.standin().isPresent()) {
        script.run(connection); // now it drops the database first
        Sql.execute(connection, "USE master");
      }
      Sql.execute(connection, "DROP DATABASE [" + database + "]");
    }
  }

  private static Optional<Path> script() {
    Path directory = Path.of("").toAbsolutePath();
    while (directory != null) {
      Path file = directory.resolveSibling("shared").resolve("data/chinook-sqlserver.sql");
      if (Files.exists(file)) {
        return Optional.of(file);
      }
      directory = directory.getParent();
    }
    return Optional.empty();
  }

  private static void rowsAreThere(Connection connection) throws SQLException {
    for (Map.Entry<String, Integer> table : ROWS.entrySet()) {
      assertThat(Sql.one(connection, "SELECT COUNT(*) FROM dbo.[" + table.getKey() + "]"))
          .as(table.getKey())
          .isEqualTo(table.getValue().toString());
    }
    assertThat(Sql.one(connection, "SELECT SUM(Total) FROM Invoice")).isEqualTo("2328.60");
    assertThat(Sql.one(connection, "SELECT Name FROM Artist WHERE ArtistId = 6"))
        .isEqualTo("Antônio Carlos Jobim");
    assertThat(Sql.one(connection, "SELECT BirthDate FROM Employee WHERE LastName = 'adams'"))
        .isEqualTo("1962-02-18 00:00:00.0");
    assertThat(
            Sql.one(
                connection,
                "SELECT TOP 1 a.Name FROM Artist a JOIN Album b ON b.ArtistId = a.ArtistId"
                    + " GROUP BY a.Name ORDER BY COUNT(*) DESC"))
        .isEqualTo("Iron Maiden");
  }

  private static void foreignKeysHold(Connection connection) throws SQLException {
    SQLException noArtist = Sql.failure(connection, "INSERT INTO Album VALUES (9999, N'x', 9999)");
    assertThat(noArtist.getErrorCode()).isEqualTo(547);
    assertThat(noArtist.getMessage())
        .contains(
            "The INSERT statement conflicted with the FOREIGN KEY constraint \"FK_AlbumArtistId\".")
        .contains("table \"dbo.Artist\", column 'ArtistId'");
    SQLException hasAlbums = Sql.failure(connection, "DELETE FROM Artist WHERE ArtistId = 1");
    assertThat(hasAlbums.getErrorCode()).isEqualTo(547);
    assertThat(hasAlbums.getMessage())
        .contains(
            "The DELETE statement conflicted with the REFERENCE constraint \"FK_AlbumArtistId\".")
        .contains("table \"dbo.Album\", column 'ArtistId'");
    assertThat(Sql.failure(connection, "DROP TABLE Artist").getErrorCode()).isEqualTo(3726);
    assertThat(Sql.failure(connection, "TRUNCATE TABLE Artist").getErrorCode()).isEqualTo(4712);
  }

  private static void theCatalogDescribesIt(Connection connection) throws SQLException {
    assertThat(Sql.one(connection, "SELECT COUNT(*) FROM sys.foreign_keys")).isEqualTo("11");
    assertThat(
            Sql.one(
                connection,
                "SELECT OBJECT_NAME(parent_object_id), OBJECT_NAME(referenced_object_id), type,"
                    + " delete_referential_action_desc, is_system_named FROM sys.foreign_keys"
                    + " WHERE name = 'FK_TrackAlbumId'"))
        .isEqualTo("Track|Album|F |NO_ACTION|0");
    assertThat(
            Sql.one(
                connection,
                "SELECT COL_NAME(c.parent_object_id, c.parent_column_id), COL_NAME("
                    + "c.referenced_object_id, c.referenced_column_id) FROM sys.foreign_keys f"
                    + " JOIN sys.foreign_key_columns c ON c.constraint_object_id = f.object_id"
                    + " WHERE f.name = N'FK_EmployeeReportsTo'"))
        .isEqualTo("ReportsTo|EmployeeId");
    assertThat(
            Sql.rows(
                connection,
                "SELECT CONSTRAINT_NAME, COLUMN_NAME, ORDINAL_POSITION FROM"
                    + " INFORMATION_SCHEMA.KEY_COLUMN_USAGE WHERE TABLE_NAME = 'PlaylistTrack'"
                    + " ORDER BY CONSTRAINT_NAME, ORDINAL_POSITION"))
        .containsExactly(
            "FK_PlaylistTrackPlaylistId|PlaylistId|1",
            "FK_PlaylistTrackTrackId|TrackId|1",
            "PK_PlaylistTrack|PlaylistId|1",
            "PK_PlaylistTrack|TrackId|2");
    assertThat(
            Sql.one(
                connection,
                "SELECT UNIQUE_CONSTRAINT_NAME, UPDATE_RULE, DELETE_RULE FROM"
                    + " INFORMATION_SCHEMA.REFERENTIAL_CONSTRAINTS WHERE CONSTRAINT_NAME ="
                    + " 'FK_TrackGenreId'"))
        .isEqualTo("PK_Genre|NO ACTION|NO ACTION");
    assertThat(
            Sql.rows(
                connection,
                "SELECT COLUMN_NAME, ORDINAL_POSITION, IS_NULLABLE, DATA_TYPE,"
                    + " CHARACTER_MAXIMUM_LENGTH, NUMERIC_PRECISION, NUMERIC_SCALE,"
                    + " DATETIME_PRECISION FROM INFORMATION_SCHEMA.COLUMNS WHERE TABLE_SCHEMA ="
                    + " 'dbo' AND TABLE_NAME = 'Invoice' AND ORDINAL_POSITION IN (1, 3, 4, 9)"
                    + " ORDER BY ORDINAL_POSITION"))
        .containsExactly(
            "InvoiceId|1|NO|int|null|10|0|null",
            "InvoiceDate|3|NO|datetime|null|null|null|3",
            "BillingAddress|4|YES|nvarchar|70|null|null|null",
            "Total|9|NO|numeric|null|10|2|null");
    assertThat(
            Sql.one(
                connection,
                "SELECT COUNT(*) FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_TYPE = 'BASE TABLE'"))
        .isEqualTo("11");
  }
}
