package dev.mssqlcdc.writer.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mssqlcdc.writer.TestingHttp;
import dev.mssqlcdc.writer.metrics.TestingStatus;
import dev.mssqlcdc.writer.metrics.WriterMetrics;
import dev.mssqlcdc.writer.status.StatusBoard;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TestHttpEndpoints {

  private final StatusBoard board = new StatusBoard();
  private final WriterMetrics metrics = new WriterMetrics(board);
  private HttpEndpoints endpoints;
  private TestingHttp http;

  @BeforeEach
  void start() throws IOException {
    endpoints = listen("127.0.0.1", 0);
    http = new TestingHttp(endpoints.url());
  }

  @AfterEach
  void close() {
    endpoints.close();
    metrics.close();
  }

  private HttpEndpoints listen(String host, int port) throws IOException {
    return HttpEndpoints.start(
        InetSocketAddress.createUnresolved(host, port), Duration.ofMinutes(1), board, metrics);
  }

  @Test
  void otherPathsAreNotFound() throws Exception {
    for (String path : List.of("/", "/healthy", "/health/", "/tables/x", "/../etc/passwd")) {
      assertThat(http.get(path)).as(path).isEqualTo("404 not found");
    }
  }

  @Test
  void onlyReadingIsAllowed() throws Exception {
    for (String method : List.of("POST", "PUT", "DELETE", "HEAD", "OPTIONS")) {
      HttpResponse<String> answer = http.ask(method, "/tables");
      assertThat(answer.statusCode()).as(method).isEqualTo(405);
      assertThat(answer.headers().firstValue("Allow")).contains("GET");
    }
  }

  @Test
  void eachAnswerNamesItsType() throws Exception {
    assertThat(type("/health")).isEqualTo("text/plain; charset=utf-8");
    assertThat(type("/metrics")).isEqualTo("text/plain; version=0.0.4; charset=utf-8");
    assertThat(type("/tables")).isEqualTo("application/json");
  }

  private String type(String path) throws Exception {
    return http.ask("GET", path).headers().firstValue("Content-Type").orElseThrow();
  }

  @Test
  void tablesAreToldInFull() throws Exception {
    metrics.publish(TestingStatus.of("shop.dbo.items"));

    JsonNode answer = new ObjectMapper().readTree(http.ask("GET", "/tables").body());

    assertThat(answer)
        .isEqualTo(
            new ObjectMapper()
                .readTree(
                    """
                    {"as_of": "2027-01-15T08:00:00Z", "waiting_bytes": 4096, "memory_limit": 1048576,
                     "tables": [{
                       "topic": "shop.dbo.items", "table": "dbo.items", "state": "stopped",
                       "next_offset": 42, "lag_records": 7, "waiting_bytes": 4096,
                       "end_lsn": "0x00000000000000000005",
                       "end_commit_ts": "2027-01-15T08:00:05.250Z",
                       "finalized_until": "2027-01-15T08:00:00Z",
                       "retention_headroom_hours": 71.5, "capture_lag_seconds": 2.0,
                       "ingestion_lag_seconds": 3.5,
                       "rows": 10, "batches": 3, "repeated_records": 1,
                       "last_error": {"message": "it broke", "at": "2027-01-15T08:00:00Z",
                                      "next_attempt": "2027-01-15T08:01:00Z"}}]}
                    """));
  }

  @Test
  void aStartingWriterIsHealthyAndNotReady() throws Exception {
    assertThat(http.get("/health")).isEqualTo("200 ok");
    assertThat(http.get("/ready")).isEqualTo("503 waiting for the group's assignment");
  }

  @Test
  void aStoppingWriterIsHealthyAndNotReady() throws Exception {
    metrics.publish(TestingStatus.of("shop.dbo.items"));
    assertThat(http.get("/ready")).isEqualTo("200 ok");

    board.stopping();

    assertThat(http.get("/ready")).isEqualTo("503 stopping");
    assertThat(http.get("/health")).isEqualTo("200 ok");
  }

  @Test
  void anAddressThatCannotBeHadIsNamed() {
    int port = URI.create(endpoints.url()).getPort();
    assertThatThrownBy(() -> listen("127.0.0.1", port))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot listen on 127.0.0.1:" + port)
        .hasMessageContaining("http.listen");
    assertThatThrownBy(() -> listen("no-such-host.invalid", 0))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot listen on no-such-host.invalid:0: the host is not known");
  }
}
