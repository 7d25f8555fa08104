package dev.mssqlcdc.connector.signal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.connector.TestingLog;
import dev.mssqlcdc.connector.core.Signal;
import dev.mssqlcdc.connector.core.SignalPosition;
import dev.mssqlcdc.connector.core.TableId;
import java.util.Optional;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TestSignalRecords {

  private static final SignalRecords RECORDS = new SignalRecords("shop");

  private static Optional<Signal> read(byte[] key, byte[] value) {
    return RECORDS.read("topic id", new ConsumerRecord<>("signals", 0, 42, key, value));
  }

  private static Optional<Signal> read(String value) {
    return read(null, value.getBytes(UTF_8));
  }

  private static Signal signal(Signal.Action action, Optional<TableId> table, String where) {
    return new Signal(
        new SignalPosition("topic id", 42), "x", action, table, Optional.ofNullable(where));
  }

  @Test
  void aSnapshotIsAskedForByIdAndTable() {
    assertThat(read("{\"id\": \"x\", \"table\": \"dbo.orders\"}"))
        .contains(signal(Signal.Action.SNAPSHOT, Optional.of(new TableId("dbo", "orders")), null));
  }

  @Test
  void aConditionMakesItPartial() {
    assertThat(
            read(
                "{\"id\":\"x\",\"type\":\"snapshot\",\"table\":\"dbo.[a.b]\",\"where\":\"region = 'EU'\"}"))
        .contains(
            signal(
                Signal.Action.SNAPSHOT, Optional.of(new TableId("dbo", "a.b")), "region = 'EU'"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"pause", "resume", "stop"})
  void theOthersAreForOneTableOrForAll(String type) {
    var action = Signal.Action.valueOf(type.toUpperCase(java.util.Locale.ROOT));
    assertThat(read("{\"id\":\"x\",\"type\":\"%s\"}".formatted(type)))
        .contains(signal(action, Optional.empty(), null));
    assertThat(read("{\"id\":\"x\",\"type\":\"%s\",\"table\":\"dbo.t\"}".formatted(type)))
        .contains(signal(action, Optional.of(new TableId("dbo", "t")), null));
  }

  @Test
  void aKeyNamesTheConnectorItIsFor() throws Exception {
    byte[] value = "{\"id\":\"x\",\"type\":\"pause\"}".getBytes(UTF_8);
    assertThat(read("shop".getBytes(UTF_8), value)).isPresent();
    assertThat(TestingLog.of(() -> read("other".getBytes(UTF_8), value))).isEmpty();
    assertThat(read("other".getBytes(UTF_8), value)).isEmpty();
  }

  static Stream<Arguments> malformed() {
    return Stream.of(
        Arguments.of("", "no JSON object"),
        Arguments.of("garbage", "no JSON object"),
        Arguments.of("[]", "no JSON object"),
        Arguments.of("{} {}", "no JSON object"),
        Arguments.of("{\"id\":\"x\",\"id\":\"y\",\"type\":\"pause\"}", "no JSON object"),
        Arguments.of("{\"table\":\"dbo.t\"}", "no id"),
        Arguments.of("{\"id\":\"  \",\"table\":\"dbo.t\"}", "no id"),
        Arguments.of("{\"id\":7,\"table\":\"dbo.t\"}", "'id' is no text"),
        Arguments.of("{\"id\":null,\"table\":\"dbo.t\"}", "'id' is no text"),
        Arguments.of("{\"id\":\"%s\",\"type\":\"pause\"}".formatted("i".repeat(101)), "100"),
        Arguments.of("{\"id\":\"\\ud800\",\"type\":\"pause\"}", "surrogate"),
        Arguments.of(
            "{\"id\":\"x\",\"type\":\"execute-snapshot\"}", "[snapshot, pause, resume, stop]"),
        Arguments.of("{\"id\":\"x\",\"type\":\"pause\",\"data\":{}}", "'data'"),
        Arguments.of("{\"id\":\"x\"}", "no table"),
        Arguments.of("{\"id\":\"x\",\"table\":\"orders\"}", "schema.table"),
        Arguments.of("{\"id\":\"x\",\"type\":\"pause\",\"where\":\"a = 1\"}", "'where'"),
        Arguments.of("{\"id\":\"x\",\"table\":\"dbo.t\",\"where\":\" \"}", "blank"),
        Arguments.of("{\"id\":\"x\",\"table\":\"dbo.t\",\"where\":\"1=1; DROP\"}", "semicolon"),
        Arguments.of(
            "{\"id\":\"x\",\"table\":\"dbo.t\",\"where\":\"%s\"}".formatted("w".repeat(8001)),
            "8000"));
  }

  @ParameterizedTest
  @MethodSource("malformed")
  void aMalformedOneIsWarnedAboutAndSkipped(String value, String told) throws Exception {
    String log =
        TestingLog.of(
            () -> {
              assertThat(read(value)).isEmpty();
              return null;
            });
    assertThat(log)
        .contains(told, "topic signals", "partition 0", "offset 42", "What to do")
        .hasLineCount(1);
  }

  @Test
  void aRecordWithoutAValueIsWarnedAbout() throws Exception {
    assertThat(TestingLog.of(() -> read(null, null))).contains("no value", "offset 42");
  }

  @Property
  void noBytesAreAFailure(@ForAll byte[] value) throws Exception {
    assertThat(TestingLog.of(() -> read(null, value))).contains("offset 42");
  }
}
