package dev.mssqlcdc.avro;

import java.util.Arrays;
import org.apache.avro.Schema;
import org.apache.kafka.connect.errors.DataException;

/** The subject that a schema is registered under, as Confluent's strategies name it. */
enum SubjectNames {
  /** {@code <topic>-key} and {@code <topic>-value}. */
  TOPIC("TopicNameStrategy"),
  /** The record's full name. */
  RECORD("RecordNameStrategy"),
  /** {@code <topic>-<the record's full name>}. */
  TOPIC_RECORD("TopicRecordNameStrategy");

  private static final String PACKAGE = "io.confluent.kafka.serializers.subject.";

  private final String className;

  SubjectNames(String simpleName) {
    this.className = PACKAGE + simpleName;
  }

  /** The class name that Confluent's settings give for it. */
  String className() {
    return className;
  }

  static String[] classNames() {
    return Arrays.stream(values()).map(SubjectNames::className).toArray(String[]::new);
  }

  static SubjectNames of(String className) {
    return Arrays.stream(values())
        .filter(each -> each.className.equals(className))
        .findFirst()
        .orElseThrow();
  }

  /**
   * The subject of a schema.
   *
   * @throws DataException when the subject is a record's name and the schema is no record
   */
  String subject(String topic, boolean isKey, Schema schema) {
    return switch (this) {
      case TOPIC -> topic + (isKey ? "-key" : "-value");
      case RECORD -> recordName(topic, schema);
      case TOPIC_RECORD -> topic + "-" + recordName(topic, schema);
    };
  }

  private String recordName(String topic, Schema schema) {
    if (schema.getType() != Schema.Type.RECORD) {
      throw new DataException(
          "topic %s: %s needs a record, but the schema is %s: use %s"
              .formatted(topic, className, schema, TOPIC.className));
    }
    return schema.getFullName();
  }
}
