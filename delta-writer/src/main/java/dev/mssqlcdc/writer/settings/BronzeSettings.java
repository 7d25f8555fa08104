package dev.mssqlcdc.writer.settings;

import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Importance.MEDIUM;

import dev.mssqlcdc.writer.core.TableNames;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.LambdaValidator;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigException;

/** The settings of bronze tables: their names, what may become of their columns, their files. */
final class BronzeSettings {

  static final String TABLE_NAME_TEMPLATE = "table.name.template";
  static final String BRONZE_TYPE_WIDENING = "bronze.type.widening";
  static final String PARQUET_FILE_BYTES = "parquet.file.bytes";

  private BronzeSettings() {}

  static void define(ConfigDef definition) {
    definition
        .define(
            TABLE_NAME_TEMPLATE,
            ConfigDef.Type.STRING,
            TableNames.DEFAULT_TEMPLATE,
            LambdaValidator.with(
                BronzeSettings::checkTemplate,
                () ->
                    "`${table}`, and `${schema}`, `${prefix}`, letters, digits, dots, underscores"
                        + " and hyphens"),
            MEDIUM,
            "Name of the table of a topic `<topic.prefix>.<schema>.<table>`; `${prefix}`,"
                + " `${schema}` (up to its first dot) and `${table}` stand for its parts. Topics"
                + " whose tables would share a name, upper and lower case being one, are refused."
                + " It must not change in the life of a table.")
        .define(
            BRONZE_TYPE_WIDENING,
            ConfigDef.Type.BOOLEAN,
            false,
            MEDIUM,
            "Whether bronze tables are created with delta.enableTypeWidening, so that a column gets"
                + " a wider type with the rows that need it. Readers must know the Delta feature"
                + " typeWidening. A table without it stops at a wider type until its owner allows it.")
        .define(
            PARQUET_FILE_BYTES,
            ConfigDef.Type.LONG,
            128L << 20,
            Range.atLeast(1),
            LOW,
            "A batch of bronze goes on in another file where one has grown to about so many bytes.");
  }

  static TableNames tableNames(AbstractConfig config) {
    return new TableNames(
        config.getString(WriterSettings.TOPIC_PREFIX), config.getString(TABLE_NAME_TEMPLATE));
  }

  private static void checkTemplate(String name, Object value) {
    try {
      TableNames.checkTemplate((String) value);
    } catch (IllegalArgumentException e) {
      throw new ConfigException(name, value, e.getMessage());
    }
  }
}
