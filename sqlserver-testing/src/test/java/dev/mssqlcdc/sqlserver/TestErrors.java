package dev.mssqlcdc.sqlserver;

import static dev.mssqlcdc.sqlserver.testing.Sql.execute;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.StandinOnly;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@SqlServerTest
class TestErrors {
  private static TestDatabase database;
  private static Connection connection;

  @BeforeAll
  static void start(TestDatabase db) throws SQLException {
    database = db;
    connection = db.connection();
    execute(
        connection,
        "CREATE TABLE dbo.p (id int NOT NULL, b int, CONSTRAINT PK_p PRIMARY KEY (id),"
            + " CONSTRAINT CK_b CHECK (b > 0))",
        "CREATE UNIQUE INDEX IX_b ON p (b)",
        "CREATE TABLE dbo.[c d] (id int CONSTRAINT FK_c REFERENCES p (id))",
        "INSERT INTO p VALUES (1, 2)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '~',
      textBlock =
          """
          SELECT * FROM nope; 208; Invalid object name 'nope'.
          SELECT * FROM [cdc].[dbo_c d_CT]; 208; Invalid object name 'cdc.dbo_c d_CT'.
          SELECT nope FROM p; 207; Invalid column name 'nope'.
          SELEC 1; 102; Incorrect syntax near 'SELEC'.
          SELECT 'open; 105; Unclosed quotation mark after the character string 'open'.
          SELECT @x; 137; Must declare the scalar variable "@x".
          EXEC dbo.nope; 2812; Could not find stored procedure 'dbo.nope'.
          CREATE TABLE p (id int); 2714; There is already an object named 'p' in the database.
          CREATE TABLE q (id nope); 2715; Cannot find data type nope.
          DROP TABLE q; 3701; Cannot drop the table 'q', because it does not exist or you do not have permission.
          INSERT INTO p VALUES (1, 9); 2627; Violation of PRIMARY KEY constraint 'PK_p'. Cannot insert duplicate key in object 'dbo.p'. The duplicate key value is (1).
          INSERT INTO p VALUES (2, 2); 2601; Cannot insert duplicate key row in object 'dbo.p' with unique index 'IX_b'. The duplicate key value is (2).
          INSERT INTO p VALUES (NULL, 3); 515; Cannot insert the value NULL into column 'id', table '%s.dbo.p'; column does not allow nulls. INSERT fails.
          INSERT INTO p VALUES (3, -1); 547; The INSERT statement conflicted with the CHECK constraint "CK_b".
          INSERT INTO [c d] VALUES (7); 547; The INSERT statement conflicted with the FOREIGN KEY constraint "FK_c".
          USE nowhere; 911; Database 'nowhere' does not exist.
          SELECT 1 / 0; 8134; Divide by zero error encountered.
          RAISERROR('by hand', 16, 1); 50000; by hand
          """)
  void aMistakeIsAnsweredInSqlServersNumbersAndWords(String sql, int number, String words) {
    assertThatThrownBy(() -> execute(connection, sql))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining(words.replace("%s", database.name()))
        .satisfies(e -> assertThat(((SQLException) e).getErrorCode()).isEqualTo(number));
  }

  @ParameterizedTest
  @StandinOnly("SQL that it does not know")
  @ValueSource(
      strings = {
        "SELECT * FROM p FOR XML AUTO",
        "SELECT FORMAT(1, 'N')",
        "CREATE SCHEMA s AUTHORIZATION guest",
        "CREATE USER u WITHOUT LOGIN WITH DEFAULT_SCHEMA = other",
        "GRANT IMPERSONATE ON USER::dbo TO public",
        "GRANT ALTER ANY DATASPACE TO public",
        "SET SHOWPLAN_ALL ON",
        "CREATE PROCEDURE x AS SELECT 1",
        "CREATE TABLE ##everywhere (id int)",
        "UPDATE p SET b = 3 OUTPUT inserted.b, deleted.b WHERE id = 1"
      })
  void whatTheStandinDoesNotKnowFailsAndSaysSo(String sql) {
    assertThatThrownBy(() -> execute(connection, sql))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("not supported by the stand-in");
  }
}
