package dev.mssqlcdc.writer.core;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Gives the tables of topics {@code <prefix>.<schema>.<table>} their names. */
public final class TableNames {

  public static final String DEFAULT_TEMPLATE = "${schema}.${table}";

  private static final String TABLE = "${table}";
  private static final String SCHEMA = "${schema}";
  private static final String PREFIX = "${prefix}";
  private static final Pattern VARIABLES = Pattern.compile("\\$\\{(?:prefix|schema|table)}");
  private static final Pattern LITERAL = Pattern.compile("[a-zA-Z0-9._-]*");

  private final String prefix;
  private final String template;
  private final Pattern topics;

  /**
   * @throws IllegalArgumentException as {@link #checkTemplate} does
   */
  public TableNames(String topicPrefix, String template) {
    checkTemplate(template);
    this.prefix = topicPrefix;
    this.template = template;
    this.topics =
        Pattern.compile(Pattern.quote(topicPrefix) + "\\.(?<schema>[^.]+)\\.(?<table>.+)");
  }

  /**
   * Fails unless names can be made with the template.
   *
   * @throws IllegalArgumentException saying what is wrong with it
   */
  public static void checkTemplate(String template) {
    if (!template.contains(TABLE)) {
      throw new IllegalArgumentException("without " + TABLE + " tables would share their names");
    }
    if (!LITERAL.matcher(VARIABLES.matcher(template).replaceAll("")).matches()) {
      throw new IllegalArgumentException(
          "beside %s, %s and %s it may have letters, digits, dots, underscores and hyphens only"
              .formatted(PREFIX, SCHEMA, TABLE));
    }
  }

  /**
   * The name of a topic's table.
   *
   * @throws TableStopException when the topic is not named as the connector does, or the table
   *     cannot bear the name
   */
  public String name(String topic) {
    Matcher parts = topics.matcher(topic);
    if (!parts.matches()) {
      throw new TableStopException(
          ("topic %s is not named %s.<schema>.<table>, as the connector names its topics: if it is"
                  + " not the connector's, give it a name that does not begin with '%s.'")
              .formatted(topic, prefix, prefix));
    }
    String name =
        template
            .replace(PREFIX, prefix)
            .replace(SCHEMA, parts.group("schema"))
            .replace(TABLE, parts.group("table"));
    if (name.startsWith(".")) {
      throw new TableStopException(
          ("topic %s: its table would be named '%s', and a folder that begins with a dot is hidden:"
                  + " set another table.name.template")
              .formatted(topic, name));
    }
    return name;
  }

  /** The topic, of some, whose table has a name. */
  public Optional<String> topic(String table, Collection<String> all) {
    return all.stream()
        .filter(topic -> topics.matcher(topic).matches() && name(topic).equals(table))
        .findFirst();
  }

  /**
   * Fails when another topic's table would share the name of this one's. Names that differ by case
   * alone are one: neither every store nor any catalog tells them apart.
   *
   * @param all topics, this one among them or not
   * @throws TableStopException naming the topics
   */
  public void checkUnshared(String topic, Collection<String> all) {
    String name = name(topic);
    List<String> others =
        all.stream()
            .filter(other -> !other.equals(topic))
            .filter(other -> topics.matcher(other).matches())
            .filter(other -> name(other).equalsIgnoreCase(name))
            .sorted()
            .toList();
    if (!others.isEmpty()) {
      throw new TableStopException(
          ("topic %s: its table would share the name '%s' with that of %s. Set a table.name.template"
                  + " that tells them apart, or leave one out with the connector's"
                  + " table.exclude.list and delete its topic")
              .formatted(topic, name, String.join(", ", others)));
    }
  }
}
