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
        "bit; 1; 1; bit",
        "tinyint; 255; 255; tinyint",
        "smallint; -32768; -32768; smallint",
        "int; 2147483647; 2147483647; int",
        "bigint; -9223372036854775808; -9223372036854775808; bigint",
        "real; 1.5; 1.5; real",
        "float; 1e300; 1.0E300; float",
        "decimal(10,2); -12345678.90; -12345678.90; decimal",
        "numeric(38,0); 12345678901234567890123456789012345678;"
            + " 12345678901234567890123456789012345678; numeric",
        "money; -922337203685477.5808; -922337203685477.5808; money",
        "smallmoney; 214748.3647; 214748.3647; smallmoney",
        "date; '0001-01-01'; 0001-01-01; date",
        "time(3); '23:59:59.999'; 23:59:59.999; time",
        "datetime; '2024-02-29T12:00:00.007'; 2024-02-29 12:00:00.007;" + " datetime",
        "smalldatetime; '2024-02-29T12:34:00'; 2024-02-29 12:34:00.0;" + " smalldatetime",
        "datetime2(7); '2024-02-29T12:00:00.1234567'; 2024-02-29 12:00:00.1234567;" + " datetime2",
        "datetimeoffset(7); '2024-02-29 12:00:00.1234567 +05:30';"
            + " 2024-02-29 12:00:00.1234567 +05:30; datetimeoffset",
        "char(5); 'abc'; `abc  `; char",
        "varchar(10); 'abc'; abc; varchar",
        "varchar(max); 'abc'; abc; varchar",
        "nchar(5); N'Ωb'; `Ωb   `; nchar",
        "nvarchar(10); N'Ωb'; Ωb; nvarchar",
        "nvarchar(max); N'Ωb'; Ωb; nvarchar",
        "text; 'abc'; abc; text",
        "ntext; N'Ωb'; Ωb; ntext",
        "binary(4); 0x0102; 01020000; binary",
        "varbinary(4); 0x0102; 0102; varbinary",
        "varbinary(max); 0x0102; 0102; varbinary",
        "image; 0x0102; 0102; image",
        "uniqueidentifier; '6F9619FF-8B86-D011-B42D-00C04FC964FF';"
            + " 6F9619FF-8B86-D011-B42D-00C04FC964FF; uniqueidentifier",
        "xml; '<a/>'; <a/>; xml",
      })
  void aCapturedColumnKeepsItsValue(
      String type, String literal, String value, String name, TestDatabase db) throws SQLException {
    History history = new History(db);
    history.run("CREATE TABLE t (id int NOT NULL PRIMARY KEY, v " + type + " NULL)");
    history.enable("t", "t");
    history.run("INSERT INTO t VALUES (1, " + literal + ")", "INSERT INTO t VALUES (2, NULL)");
    history.capture();
    assertThat(history.changes("t"))
        .containsExactly("1.1 insert 03: 1|" + value, "2.1 insert 03: 2|null");
    assertThat(history.call("sys.sp_cdc_get_captured_columns N't'", "column_name", "data_type"))
        .containsExactly("id|int", "v|" + name);
  }

  @Test
  void sizesAreDescribed(TestDatabase db) throws SQLException {
    History history = new History(db);
    history.run(
        "CREATE TABLE t (n nvarchar(10), m varchar(max), d decimal(12,3), i int, x datetime2(5))");
    history.enable("t", "t");
    assertThat(
            history.call(
                "sys.sp_cdc_get_captured_columns N't'",
                "column_name",
                "column_id",
                "ordinal_position",
                "character_maximum_length",
                "numeric_precision",
                "numeric_scale",
                "datetime_precision"))
        .containsExactly(
            "n|1|1|10|null|null|null",
            "m|2|2|-1|null|null|null",
            "d|3|3|null|12|3|null",
            "i|4|4|null|10|0|null",
            "x|5|5|null|null|null|5");
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
