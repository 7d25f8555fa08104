package dev.mssqlcdc.quickstart;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Map;

/** Connectors of other databases than the shop. */
final class TestingConnectors {

  private TestingConnectors() {}

  /**
   * The shop's connector, for another database.
   *
   * @param source whose connector it is to be
   * @param settings that differ from the shop's
   */
  static String like(
      Pipeline pipeline, Source source, String database, Map<String, String> settings)
      throws IOException {
    ObjectMapper json = new ObjectMapper();
    ObjectNode connector = (ObjectNode) json.readTree(pipeline.shopConnector());
    connector.put("name", source.connector());
    ObjectNode config = (ObjectNode) connector.get("config");
    config.put("database.names", database);
    config.put("topic.prefix", source.connector());
    settings.forEach(config::put);
    return json.writeValueAsString(connector);
  }
}
