package dev.mssqlcdc.avro;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;

/**
 * How the records of one topic are written. Known schemas are found by identity, as a connector
 * hands the same object on with every record; one that makes equal objects anew does not ask the
 * registry again.
 */
final class SubjectWriter {

  /** A connector that makes a new schema object per record must not fill the heap. */
  private static final int MAX_SCHEMA_OBJECTS = 1_000;

  private final ConverterSettings settings;
  private final SchemaClient client;
  private final String topic;
  private final boolean isKey;
  private final IdentityHashMap<Schema, Written> byIdentity = new IdentityHashMap<>();
  private final Map<Schema, Written> byEquality = new HashMap<>();

  /**
   * How a schema is written.
   *
   * @param schemaId of the registry
   */
  record Written(int schemaId, ValueEncoder encoder) {}

  SubjectWriter(ConverterSettings settings, SchemaClient client, String topic, boolean isKey) {
    this.settings = settings;
    this.client = client;
    this.topic = topic;
    this.isKey = isKey;
  }

  /**
   * How values of a schema are written; null is the schema of values without one.
   *
   * @throws RegistryException when the registry refuses the schema or does not answer in time
   * @throws DataException when the schema has no form in Avro
   */
  Written of(Schema schema) {
    Written known = byIdentity.get(schema);
    return known != null ? known : find(schema);
  }

  private Written find(Schema schema) {
    if (byIdentity.size() >= MAX_SCHEMA_OBJECTS) {
      byIdentity.clear();
      byEquality.clear();
    }
    // Not computeIfAbsent: what the registry refuses is asked for again.
    Written written = byEquality.get(schema);
    if (written == null) {
      written = newlyWritten(schema);
      byEquality.put(schema, written);
    }
    byIdentity.put(schema, written);
    return written;
  }

  private Written newlyWritten(Schema schema) {
    org.apache.avro.Schema avro =
        schema == null ? Anything.SCHEMA : AvroSchemas.of(schema, settings.mapping());
    String subject = settings.subjects().subject(topic, isKey, avro);
    SchemaClient.Registered registered =
        switch (settings.registration()) {
          case REGISTER -> new SchemaClient.Registered(client.register(subject, avro), avro);
          case LOOK_UP -> new SchemaClient.Registered(client.lookUp(subject, avro), avro);
          case LATEST, LATEST_LENIENT -> client.latest(subject);
        };
    return new Written(registered.id(), encoder(schema, subject, registered));
  }

  private ValueEncoder encoder(Schema schema, String subject, SchemaClient.Registered registered) {
    if (schema == null) {
      if (!registered.schema().equals(Anything.SCHEMA)) {
        throw new DataException(
            "subject '%s': its schema has no place for values without a schema".formatted(subject));
      }
      return Anything::write;
    }
    boolean lenient = settings.registration() == ConverterSettings.Registration.LATEST_LENIENT;
    try {
      return new ValueEncoders(settings.defaultsForNulls(), lenient)
          .of(schema, registered.schema());
    } catch (DataException e) {
      throw new DataException(
          "subject '%s', schema id %d: %s".formatted(subject, registered.id(), e.getMessage()), e);
    }
  }
}
