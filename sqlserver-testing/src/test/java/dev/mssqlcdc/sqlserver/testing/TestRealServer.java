package dev.mssqlcdc.sqlserver.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TestRealServer {

  @Test
  void theUrlOfTheDriverIsTakenApart() {
    RealServer server =
        RealServer.at(
            "jdbc:sqlserver://db.example:1444;user=tester;password=p!w;encrypt=true;"
                + "trustServerCertificate=true;databaseName=other");
    assertThat(server.user()).isEqualTo("tester");
    assertThat(server.password()).isEqualTo("p!w");
    assertThat(server.url("d"))
        .startsWith("jdbc:sqlserver://db.example:1444;databaseName=d;")
        .contains(";encrypt=true")
        .contains(";trustServerCertificate=true");
    assertThat(server.toString()).doesNotContain("p!w");
  }

  @Test
  void aPasswordMayStandInBraces() {
    RealServer server =
        RealServer.at("jdbc:sqlserver://localhost;user=sa;password={a;b}}c};encrypt=false");
    assertThat(server.password()).isEqualTo("a;b}c");
    assertThat(server.port()).isEqualTo(1433);
  }

  @Test
  void aUrlThatCannotBeReadIsRefusedWithoutItsPassword() {
    assertThatThrownBy(() -> RealServer.at("jdbc:sqlserver://x;user=sa"))
        .hasMessageContaining("password");
    assertThatThrownBy(() -> RealServer.at("jdbc:sqlserver://x;port=abc;=;password=secret"))
        .hasMessageNotContaining("secret");
  }
}
