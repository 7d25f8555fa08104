package dev.mssqlcdc.avro;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;

/**
 * Reads and registers schemas through the Confluent REST API, which Confluent, Apicurio (below
 * {@code /apis/ccompat/v7}), Karapace and Redpanda serve. Schemas are cached by id for good: an id
 * never changes its schema. Safe for use by several threads.
 */
public final class SchemaClient {

  private static final int OK = 200;
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;

  private final RegistryHttp http;
  private final Map<Integer, Schema> byId = new ConcurrentHashMap<>();

  public SchemaClient(RegistryConfig config) {
    this.http = new RegistryHttp(config);
  }

  /** A schema that the registry knows, with its id. */
  public record Registered(int id, Schema schema) {}

  /**
   * The schema with an id.
   *
   * @throws RegistryException when the registry does not know it or did not answer in time
   */
  public Schema schema(int id) {
    Schema cached = byId.get(id);
    return cached != null ? cached : byId.computeIfAbsent(id, this::fetch);
  }

  private Schema fetch(int id) {
    return parsed(http.get("fetch schema id " + id, "/schemas/ids/" + id));
  }

  /**
   * Registers a schema under a subject; registering it again gives the same id.
   *
   * @throws RegistryException when the registry refuses it, for example as incompatible with the
   *     subject's versions, or did not answer in time
   */
  public int register(String subject, Schema schema) {
    try {
      return id(
          http.post(
              "register the schema of subject '" + subject + "'",
              subjectPath(subject) + "/versions",
              body(schema)));
    } catch (RegistryException e) {
      if (e.status() == CONFLICT) {
        throw e.saying(
            "the records changed in a way that the subject's compatibility level forbids: set"
                + " another level for the subject, or delete the subject if nobody reads its older"
                + " records");
      }
      throw explained(
          e,
          "schema.registry.url must be the base of the Confluent REST API (Apicurio: below"
              + " /apis/ccompat/v7)");
    }
  }

  /**
   * The id of a schema that was registered under a subject.
   *
   * @throws RegistryException when it was not, or the registry did not answer in time
   */
  public int lookUp(String subject, Schema schema) {
    try {
      return id(
          http.post(
              "find the schema of subject '" + subject + "'", subjectPath(subject), body(schema)));
    } catch (RegistryException e) {
      throw explained(
          e, "register this schema first, or set auto.register.schemas=true: " + schema);
    }
  }

  /**
   * The latest version of a subject.
   *
   * @throws RegistryException when there is none, or the registry did not answer in time
   */
  public Registered latest(String subject) {
    try {
      JsonNode answer =
          http.get(
              "find the latest schema of subject '" + subject + "'",
              subjectPath(subject) + "/versions/latest");
      return new Registered(id(answer), parsed(answer));
    } catch (RegistryException e) {
      throw explained(e, "register a schema first, or set auto.register.schemas=true");
    }
  }

  /**
   * Fails unless the registry answers, whatever it answers.
   *
   * @throws RegistryException when it did not in time
   */
  public void check() {
    try {
      http.get("reach it", "/schemas/types");
    } catch (RegistryException e) {
      if (e.retriable()) {
        throw e;
      }
    }
  }

  private static RegistryException explained(RegistryException e, String remedy) {
    return e.status() == NOT_FOUND ? e.saying(remedy) : e;
  }

  private static String subjectPath(String subject) {
    return "/subjects/" + RegistryHttp.escaped(subject);
  }

  private static JsonNode body(Schema schema) {
    return JsonNodeFactory.instance.objectNode().put("schema", schema.toString());
  }

  private static int id(JsonNode answer) {
    if (!answer.path("id").isInt()) {
      throw new RegistryException(
          "an answer without a schema id: " + answer + "; check schema.registry.url", OK, null);
    }
    return answer.path("id").asInt();
  }

  private static Schema parsed(JsonNode answer) {
    try {
      return new Schema.Parser().parse(answer.path("schema").asText());
    } catch (AvroRuntimeException e) {
      throw new NoSuchSchemaException("no Avro schema that stands for itself: " + answer, OK, e);
    }
  }
}
