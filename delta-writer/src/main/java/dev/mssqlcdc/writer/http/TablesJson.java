package dev.mssqlcdc.writer.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mssqlcdc.writer.core.Verdict;
import dev.mssqlcdc.writer.status.Failure;
import dev.mssqlcdc.writer.status.Status;
import dev.mssqlcdc.writer.status.TableStatus;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** The answer to {@code /tables}. What is not known is null; times are UTC. */
final class TablesJson {

  private static final ObjectMapper JSON = new ObjectMapper();

  private TablesJson() {}

  static String of(Status status) {
    ObjectNode json =
        JSON.createObjectNode()
            .put("as_of", ofMillis(status.at()))
            .put("waiting_bytes", status.waitingBytes())
            .put("memory_limit", status.memoryLimit());
    ArrayNode tables = json.putArray("tables");
    status.tables().values().forEach(table -> fill(tables.addObject(), table));
    return json.toPrettyString() + "\n";
  }

  private static void fill(ObjectNode json, TableStatus table) {
    json.put("topic", table.topic());
    json.put("table", table.table().orElse(null));
    json.put("state", table.state().name().toLowerCase(Locale.ROOT));
    json.put("next_offset", boxed(table.nextOffset()));
    json.put("lag_records", boxed(table.lag()));
    json.put("waiting_bytes", table.waitingBytes());
    json.put("end_lsn", table.verdict().map(verdict -> verdict.endLsn().toString()).orElse(null));
    json.put(
        "end_commit_ts",
        ofMicros(table.verdict().map(Verdict::endCommitTs).orElse(OptionalLong.empty())));
    json.put("finalized_until", ofMicros(table.finalizedUntil()));
    json.put("retention_headroom_hours", boxed(table.source().headroomHours()));
    json.put("capture_lag_seconds", boxed(table.source().captureLag()));
    json.put("ingestion_lag_seconds", boxed(table.source().ingestionLag()));
    json.put("rows", table.totals().rows());
    json.put("batches", table.totals().batches());
    json.put("repeated_records", table.totals().repeated());
    table
        .failure()
        .ifPresentOrElse(
            failure -> fill(json.putObject("last_error"), failure),
            () -> json.putNull("last_error"));
  }

  private static void fill(ObjectNode json, Failure failure) {
    json.put("message", failure.message());
    json.put("at", ofMillis(failure.at()));
    OptionalLong next = failure.nextAttempt();
    json.put("next_attempt", next.isPresent() ? ofMillis(next.getAsLong()) : null);
  }

  private static Long boxed(OptionalLong value) {
    return value.isPresent() ? (Long) value.getAsLong() : null;
  }

  private static Double boxed(OptionalDouble value) {
    return value.isPresent() ? (Double) value.getAsDouble() : null;
  }

  private static String ofMillis(long millis) {
    return Instant.ofEpochMilli(millis).toString();
  }

  private static String ofMicros(OptionalLong micros) {
    return micros.isPresent()
        ? Instant.EPOCH.plus(micros.getAsLong(), ChronoUnit.MICROS).toString()
        : null;
  }
}
