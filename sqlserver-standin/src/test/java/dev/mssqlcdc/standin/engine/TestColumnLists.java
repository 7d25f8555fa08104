package dev.mssqlcdc.standin.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.NotEmpty;
import net.jqwik.api.constraints.Size;

/** The list of captured columns that {@code sp_cdc_enable_table} takes. */
class TestColumnLists {

  @Property
  void namesInBracketsAreReadAsTheyAre(
      @ForAll @Size(min = 1, max = 5) List<@NotEmpty String> names) {
    String list =
        names.stream()
            .map(name -> "[" + name.replace("]", "]]") + "]")
            .collect(Collectors.joining(" , "));
    assertThat(CdcProcedures.names(list)).isEqualTo(names);
  }

  @Example
  void namesMayStandInDoubleQuotesOrAlone() {
    assertThat(CdcProcedures.names(" a,\"b \"\"c\", d e ,[f]"))
        .containsExactly("a", "b \"c", "d e", "f");
  }

  @Example
  void aNameThatIsNotClosedIsRefused() {
    assertThatThrownBy(() -> CdcProcedures.names("a, [b"))
        .hasMessageContaining("not properly terminated");
    assertThatThrownBy(() -> CdcProcedures.names("[a] b"))
        .hasMessageContaining("not properly terminated");
  }
}
