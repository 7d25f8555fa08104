package dev.mssqlcdc.sqlserver.testing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TestSqlScript {
  @Test
  void aLineOfGoEndsABatch() {
    String script = "SELECT 1\ngo\n\n  GO  \nSELECT 'GO'\nSELECT go FROM t\nGO 2\nSELECT 3;";
    assertThat(SqlScript.of(script).batches())
        .containsExactly(
            "SELECT 1\n",
            "SELECT 'GO'\nSELECT go FROM t\n",
            "SELECT 'GO'\nSELECT go FROM t\n",
            "SELECT 3;\n");
  }
}
