package dev.mssqlcdc.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.sqlserver.testing.SqlServerTest;
import dev.mssqlcdc.sqlserver.testing.TestDatabase;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@SqlServerTest
class TestConstraints {
  @BeforeEach
  void create(TestDatabase db) throws SQLException {
    db.execute(
        "CREATE TABLE p (id int NOT NULL CONSTRAINT pk_p PRIMARY KEY, code char(2) NOT NULL,"
            + " CONSTRAINT uq_p UNIQUE (code))",
        "CREATE TABLE c (id int IDENTITY NOT NULL, p_id int NOT NULL, n int CONSTRAINT df_n DEFAULT"
            + " 5, s varchar(9) CONSTRAINT df_s DEFAULT ('x'), at datetime CONSTRAINT df_at DEFAULT"
            + " GETDATE(), twice AS (n * 2), CONSTRAINT ck_n CHECK (n < 100), CONSTRAINT fk_p"
            + " FOREIGN KEY (p_id) REFERENCES p (id) ON DELETE CASCADE)",
        "INSERT INTO p VALUES (1, 'a')");
  }

  @Test
  void theCatalogTellsOfKeysChecksAndDefaults(TestDatabase db) throws SQLException {
    assertThat(
            db.rows(
                "SELECT d.name, COL_NAME(d.parent_object_id, d.parent_column_id), d.definition,"
                    + " d.is_system_named FROM sys.default_constraints d WHERE d.parent_object_id ="
                    + " OBJECT_ID('c') ORDER BY d.name"))
        .containsExactly("df_at|at|(getdate())|0", "df_n|n|((5))|0", "df_s|s|('x')|0");
    assertThat(db.rows("SELECT name, type, type_desc FROM sys.key_constraints ORDER BY name"))
        .containsExactly("pk_p|PK|PRIMARY_KEY_CONSTRAINT", "uq_p|UQ|UNIQUE_CONSTRAINT");
    assertThat(
            db.one(
                "SELECT name, OBJECT_NAME(parent_object_id), is_disabled FROM"
                    + " sys.check_constraints"))
        .isEqualTo("ck_n|c|0");
    assertThat(
            db.one(
                "SELECT delete_referential_action, update_referential_action_desc FROM"
                    + " sys.foreign_keys WHERE name = 'fk_p'"))
        .isEqualTo("1|NO_ACTION");
    assertThat(db.one("SELECT name FROM sys.identity_columns WHERE object_id = OBJECT_ID('c')"))
        .isEqualTo("id");
    assertThat(db.one("SELECT name FROM sys.computed_columns WHERE object_id = OBJECT_ID('c')"))
        .isEqualTo("twice");
    assertThat(
            db.rows(
                "SELECT type, COUNT(*) FROM sys.objects WHERE parent_object_id IN (OBJECT_ID('p'),"
                    + " OBJECT_ID('c')) GROUP BY type ORDER BY type"))
        .containsExactly("C |1", "D |3", "F |1", "PK|1", "UQ|1");
    assertThat(
            db.rows(
                "SELECT CONSTRAINT_NAME, CONSTRAINT_TYPE FROM INFORMATION_SCHEMA.TABLE_CONSTRAINTS"
                    + " ORDER BY CONSTRAINT_NAME"))
        .containsExactly("ck_n|CHECK", "fk_p|FOREIGN KEY", "pk_p|PRIMARY KEY", "uq_p|UNIQUE");
    assertThat(
            db.one(
                "SELECT COLUMN_DEFAULT FROM INFORMATION_SCHEMA.COLUMNS WHERE TABLE_NAME = 'c' AND"
                    + " COLUMN_NAME = 'n'"))
        .isEqualTo("((5))");
  }

  @Test
  void constraintsHoldUntilTheyAreDropped(TestDatabase db) throws SQLException {
    assertThat(db.failure("INSERT INTO c (p_id, n) VALUES (1, 100)").getMessage())
        .contains("conflicted with the CHECK constraint \"ck_n\"")
        .contains("table \"dbo.c\"");
    db.execute("INSERT INTO c (p_id) VALUES (1)");
    assertThat(db.one("SELECT n, s, twice FROM c")).isEqualTo("5|x|10");
    db.execute(
        "ALTER TABLE c DROP CONSTRAINT df_n",
        "ALTER TABLE c DROP CONSTRAINT ck_n",
        "ALTER TABLE c ADD CONSTRAINT df_n2 DEFAULT 7 FOR n",
        "INSERT INTO c (p_id, s) VALUES (1, DEFAULT)",
        "INSERT INTO c (p_id, n) VALUES (1, 100)");
    assertThat(db.rows("SELECT n, s FROM c ORDER BY id")).containsExactly("5|x", "7|x", "100|x");
    assertThat(db.rows("SELECT name FROM sys.default_constraints WHERE definition = '((7))'"))
        .containsExactly("df_n2");
    assertThat(db.failure("ALTER TABLE c DROP CONSTRAINT ck_n").getErrorCode()).isEqualTo(3728);
    db.execute("DELETE FROM p");
    assertThat(db.one("SELECT COUNT(*) FROM c")).isEqualTo("0");
  }
}
