package dev.mssqlcdc.avro;

import java.util.Map;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;

/** Names with which Confluent's converter keeps in an Avro schema what Connect says of a type. */
final class Confluent {

  static final String NAMESPACE = "io.confluent.connect.avro";
  static final String DEFAULT_NAME = "ConnectDefault";
  static final String MAP_ENTRY = "MapEntry";
  static final String KEY = "key";
  static final String VALUE = "value";

  // Properties of Avro schemas.
  static final String NAME = "connect.name";
  static final String TYPE = "connect.type";
  static final String VERSION = "connect.version";
  static final String DOC = "connect.doc";
  static final String PARAMETERS = "connect.parameters";
  static final String DEFAULT = "connect.default";
  static final String INTERNAL_TYPE = "connect.internal.type";
  static final String INT8 = "int8";
  static final String INT16 = "int16";
  static final String LOGICAL_TYPE = "logicalType";
  static final String SCALE = "scale";
  static final String PRECISION = "precision";

  // Parameters of Connect schemas.
  static final String DECIMAL_PRECISION = "connect.decimal.precision";
  static final String FIXED_SIZE = "connect.fixed.size";
  static final String RECORD_DOC = NAMESPACE + ".record.doc";
  static final String FIELD_DOC = NAMESPACE + ".field.doc.";
  static final String FIELD_DEFAULT = NAMESPACE + ".field.default";
  static final String ENUM = NAMESPACE + ".Enum";
  static final String ENUM_DOC = NAMESPACE + ".enum.doc.";
  static final String ENUM_DEFAULT = NAMESPACE + ".enum.default.";

  /** Parameters that begin so are properties of the Avro schema as well. */
  static final String AVRO_PROPERTY = "avro";

  static final int DEFAULT_PRECISION = 64;

  /** Connect's logical types by the name of Avro's. */
  static final Map<String, String> LOGICAL_TYPES =
      Map.of(
          "decimal", Decimal.LOGICAL_NAME,
          "date", Date.LOGICAL_NAME,
          "time-millis", Time.LOGICAL_NAME,
          "timestamp-millis", Timestamp.LOGICAL_NAME);

  private Confluent() {}
}
