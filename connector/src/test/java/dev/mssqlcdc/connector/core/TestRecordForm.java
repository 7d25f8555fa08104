package dev.mssqlcdc.connector.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TestRecordForm {

  @Test
  void isReadBackAsItIsWritten() {
    for (WireType.Kind kind : WireType.Kind.values()) {
      boolean isDecimal = kind == WireType.Kind.DECIMAL;
      var type = new WireType(kind, isDecimal ? 12 : 0, isDecimal ? 2 : 0);
      var form = new RecordForm(Map.of("id", type));
      assertThat(RecordForm.parse(form.format())).isEqualTo(form);
    }
    assertThat(RecordForm.parse("")).isEqualTo(new RecordForm(Map.of()));
    assertThat(RecordForm.parse("id INT32,v DECIMAL 12 2").fields()).hasSize(2);
  }

  @Test
  void refusesAnythingElse() {
    assertThatThrownBy(() -> RecordForm.parse("id")).isInstanceOf(IllegalArgumentException.class);
  }
}
