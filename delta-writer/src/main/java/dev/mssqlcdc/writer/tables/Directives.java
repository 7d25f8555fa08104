package dev.mssqlcdc.writer.tables;

import dev.mssqlcdc.lake.Properties;
import dev.mssqlcdc.writer.delta.KernelTable;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What others may change of a bronze table so that whoever writes to it must look at it anew. */
record Directives(String tableId, Map<String, String> properties) {

  static Directives of(KernelTable table) {
    Map<String, String> all = table.properties();
    return new Directives(
        table.id(),
        Stream.of(Properties.TOPIC_ID, Properties.ACCEPTED_GAP, Properties.PAUSED)
            .filter(all::containsKey)
            .collect(Collectors.toMap(name -> name, all::get)));
  }
}
