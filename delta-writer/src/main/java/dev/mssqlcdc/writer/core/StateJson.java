package dev.mssqlcdc.writer.core;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mssqlcdc.lake.Facts;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.schemas.SourcePosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A {@link TableState} in the columns of a batch's facts row. */
final class StateJson {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String NEXT = "next";
  private static final String RANGE = "range";
  private static final String CHUNK = "chunk";
  private static final String RECENT = "recent_events";
  private static final String ROWS = "rows";
  private static final String WHOLE = "whole";
  private static final String GAP = "gap";
  private static final String SNAPSHOT = "snapshot";
  private static final String HOLD = "hold";
  private static final String SINCE = "since";
  private static final String REACHED = "reached";
  private static final String LAST_LETTER = "last_letter";
  private static final String TOPIC = "topic";
  private static final String TOPIC_ID = "topic_id";
  private static final String OFFSET = "offset";

  private StateJson() {}

  /** What the columns for the position and the verdict do not hold. */
  static String detail(TableState state) {
    ObjectNode json = JSON.createObjectNode().put(NEXT, state.next());
    json.putObject(RANGE)
        .put(ROWS, state.range().rows())
        .put(WHOLE, state.range().whole())
        .put(GAP, state.range().gap());
    json.putObject(CHUNK)
        .put(SNAPSHOT, state.chunk().snapshot())
        .put(CHUNK, state.chunk().chunk())
        .put(ROWS, state.chunk().rows())
        .put(WHOLE, state.chunk().whole());
    state.recentEvents().forEach(json.putArray(RECENT)::add);
    state.hold().ifPresent(hold -> put(json.putObject(HOLD), hold));
    state
        .lastLetter()
        .ifPresent(
            place ->
                json.putObject(LAST_LETTER)
                    .put(TOPIC, place.topic())
                    .put(TOPIC_ID, place.topicId())
                    .put(OFFSET, place.offset()));
    return json.toString();
  }

  private static void put(ObjectNode json, Hold hold) {
    json.put(SINCE, hold.since());
    hold.reached().ifPresent(lsn -> json.put(REACHED, lsn.toString()));
  }

  private static Optional<Hold> hold(JsonNode json) {
    return json.isMissingNode()
        ? Optional.empty()
        : Optional.of(
            new Hold(
                json.path(SINCE).asLong(),
                Optional.ofNullable(json.get(REACHED)).map(lsn -> Lsn.parse(lsn.asText()))));
  }

  private static Optional<LetterPlace> place(JsonNode json) {
    return json.isMissingNode()
        ? Optional.empty()
        : Optional.of(
            new LetterPlace(
                json.path(TOPIC).asText(),
                json.path(TOPIC_ID).asText(),
                json.path(OFFSET).asLong()));
  }

  static TableState state(FactsRow batch) {
    JsonNode json = parse(batch.text(Facts.DETAIL).orElse("{}"));
    JsonNode range = json.path(RANGE);
    JsonNode chunk = json.path(CHUNK);
    List<String> recent = new ArrayList<>();
    json.path(RECENT).forEach(id -> recent.add(id.asText()));
    return new TableState(
        json.path(NEXT).asLong(),
        batch.text(Facts.POSITION).map(SourcePosition::parse),
        batch
            .text(Facts.END_LSN)
            .map(lsn -> new Verdict(Lsn.parse(lsn), batch.number(Facts.END_COMMIT_TS))),
        new RangeWatch(
            range.path(ROWS).asLong(), range.path(WHOLE).asBoolean(), range.path(GAP).asBoolean()),
        new ChunkWatch(
            chunk.path(SNAPSHOT).asText(),
            chunk.path(CHUNK).asInt(),
            chunk.path(ROWS).asLong(),
            chunk.path(WHOLE).asBoolean()),
        recent,
        hold(json.path(HOLD)),
        place(json.path(LAST_LETTER)));
  }

  private static JsonNode parse(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not the detail of a batch's facts row: " + text, e);
    }
  }
}
