package dev.mssqlcdc.sqlserver.parity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Columns of all types: what capture says of them, and their values. */
@SqlServerTest
class TestCapturedTypes {

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      nullValues = "null",
      value = {
        "bit; 1; 1; bit|null|null|null|null|null",
        "tinyint; 255; 255; tinyint|null|3|10|0|null",
        "smallint; -32768; -32768; smallint|null|5|10|0|null",
        "int; 2147483647; 2147483647; int|null|10|10|0|null",
        "bigint; -9223372036854775808; -9223372036854775808; bigint|null|19|10|0|null",
        "real; 1.5; 1.5; real|null|24|2|null|null",
        "float; 1e300; 1.0E300; float|null|53|2|null|null",
        "decimal(10,2); -12345678.90; -12345678.90; decimal|null|10|10|2|null",
        "numeric(38,0); 12345678901234567890123456789012345678;"
            + " 12345678901234567890123456789012345678; numeric|null|38|10|0|null",
        "money; -922337203685477.5808; -922337203685477.5808; money|null|19|10|4|null",
        "smallmoney; 214748.3647; 214748.3647; smallmoney|null|10|10|4|null",
        "date; '0001-01-01'; 0001-01-01; date|null|null|null|null|0",
        "time(3); '23:59:59.999'; 23:59:59.999; time|null|null|null|null|3",
        "datetime; '2024-02-29T12:00:00.007'; 2024-02-29 12:00:00.007;"
            + " datetime|null|null|null|null|3",
        "smalldatetime; '2024-02-29T12:34:00'; 2024-02-29 12:34:00.0;"
            + " smalldatetime|null|null|null|null|0",
        "datetime2(7); '2024-02-29T12:00:00.1234567'; 2024-02-29 12:00:00.1234567;"
            + " datetime2|null|null|null|null|7",
        "datetimeoffset(7); '2024-02-29 12:00:00.1234567 +05:30';"
            + " 2024-02-29 12:00:00.1234567 +05:30; datetimeoffset|null|null|null|null|7",
        "char(5); 'abc'; `abc  `; char|5|null|null|null|null",
        "varchar(10); 'abc'; abc; varchar|10|null|null|null|null",
        "varchar(max); 'abc'; abc; varchar|-1|null|null|null|null",
        "nchar(5); N'Ωb'; `Ωb   `; nchar|5|null|null|null|null",
        "nvarchar(10); N'Ωb'; Ωb; nvarchar|10|null|null|null|null",
        "nvarchar(max); N'Ωb'; Ωb; nvarchar|-1|null|null|null|null",
        "text; 'abc'; abc; text|2147483647|null|null|null|null",
        "ntext; N'Ωb'; Ωb; ntext|1073741823|null|null|null|null",
        "binary(4); 0x0102; 01020000; binary|4|null|null|null|null",
        "varbinary(4); 0x0102; 0102; varbinary|4|null|null|null|null",
        "varbinary(max); 0x0102; 0102; varbinary|-1|null|null|null|null",
        "image; 0x0102; 0102; image|2147483647|null|null|null|null",
        "uniqueidentifier; '6F9619FF-8B86-D011-B42D-00C04FC964FF';"
            + " 6F9619FF-8B86-D011-B42D-00C04FC964FF; uniqueidentifier|null|null|null|null|null",
        "xml; '<a/>'; <a/>; xml|-1|null|null|null|null",
        "sysname; N'a name'; a name; nvarchar|128|null|null|null|null",
      })
  void aCapturedColumnKeepsItsValue(
      String type, String literal, String value, String description, TestDatabase db)
      throws SQLException {
    History history = new History(db);
    history.run("CREATE TABLE t (id int NOT NULL PRIMARY KEY, v " + type + " NULL)");
    history.enable("t", "t");
    history.run("INSERT INTO t VALUES (1, " + literal + ")", "INSERT INTO t VALUES (2, NULL)");
    history.capture();
    assertThat(history.changes("t"))
        .containsExactly("1.1 insert 03: 1|" + value, "2.1 insert 03: 2|null");
    String described =
        history
            .call(
                "sys.sp_cdc_get_captured_columns N't'",
                "column_name",
                "data_type",
                "character_maximum_length",
                "numeric_precision",
                "numeric_precision_radix",
                "numeric_scale",
                "datetime_precision")
            .get(1);
    if (!type.equals("sysname")) {
      assertThat(described).isEqualTo("v|" + description);
    }
  }

  @Test
  void aRowversionIsCapturedAsItsBytes(TestDatabase db) throws SQLException {
    History history = new History(db);
    history.run("CREATE TABLE t (id int NOT NULL PRIMARY KEY, v rowversion)");
    history.enable("t", "t");
    history.run("INSERT INTO t (id) VALUES (1)");
    String version = db.one("SELECT CAST(v AS binary(8)) FROM t");
    history.run("DELETE FROM t");
    history.capture();
    assertThat(history.changes("t"))
        .isEqualTo(List.of("1.1 insert 03: 1|" + version, "2.1 delete 03: 1|" + version));
  }

  @Test
  void namesMayHoldAnyCharacter(TestDatabase db) throws SQLException {
    History history = new History(db);
    history.run(
        "CREATE TABLE [Größe und \"Preis\" [1]]] ([der Schlüssel] int NOT NULL PRIMARY KEY, [a.b]"
            + " int, [c]]d'e] int)");
    history.enable("Größe und \"Preis\" [1]", "ein Name");
    history.run("INSERT INTO [Größe und \"Preis\" [1]]] VALUES (1, 2, 3)");
    history.capture();
    assertThat(history.changes("ein Name")).containsExactly("1.1 insert 07: 1|2|3");
    assertThat(
            history.call(
                "sys.sp_cdc_help_change_data_capture", "source_table", "captured_column_list"))
        .containsExactly("Größe und \"Preis\" [1]|[der Schlüssel], [a.b], [c]]d'e]");
  }
}
