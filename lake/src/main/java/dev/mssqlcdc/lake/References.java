package dev.mssqlcdc.lake;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code ${env:NAME}}, {@code ${file:PATH}} and {@code ${file:PATH:KEY}} in a setting stand
 * for. What they bring is not searched for references again.
 */
public final class References {

  private static final Pattern REFERENCE = Pattern.compile("\\$\\{(env|file):([^}]*)}");

  private final Map<String, String> environment;

  public References(Map<String, String> environment) {
    this.environment = environment;
  }

  /** Says what a reference names that is not there. */
  public static final class MissingException extends Exception {

    private static final long serialVersionUID = 1L;

    MissingException(String message) {
      super(message);
    }
  }

  /** Whether a text holds a reference. */
  public static boolean isIn(String value) {
    return REFERENCE.matcher(value).find();
  }

  /**
   * The text with every reference replaced by what it stands for.
   *
   * @throws MissingException when one leads nowhere
   */
  public String resolve(String value) throws MissingException {
    Matcher matcher = REFERENCE.matcher(value);
    StringBuilder resolved = new StringBuilder();
    while (matcher.find()) {
      String found =
          matcher.group(1).equals("env") ? variable(matcher.group(2)) : file(matcher.group(2));
      matcher.appendReplacement(resolved, Matcher.quoteReplacement(found));
    }
    return matcher.appendTail(resolved).toString();
  }

  private String variable(String name) throws MissingException {
    String value = environment.get(name);
    if (value == null) {
      throw new MissingException("the environment variable " + name + " is not set");
    }
    return value;
  }

  private static String file(String reference) throws MissingException {
    int colon = reference.indexOf(':');
    return colon < 0
        ? text(reference)
        : property(reference.substring(0, colon), reference.substring(colon + 1));
  }

  // The newline at the end is the editor's, not the secret's.
  private static String text(String path) throws MissingException {
    try {
      return Files.readString(Path.of(path)).replaceFirst("\\r?\\n\\z", "");
    } catch (IOException | RuntimeException e) {
      throw unreadable(path, e);
    }
  }

  private static String property(String path, String key) throws MissingException {
    java.util.Properties properties = new java.util.Properties();
    try (Reader reader = Files.newBufferedReader(Path.of(path))) {
      properties.load(reader);
    } catch (IOException | RuntimeException e) {
      throw unreadable(path, e);
    }
    String value = properties.getProperty(key);
    if (value == null) {
      throw new MissingException("the file " + path + " has no key '" + key + "'");
    }
    return value;
  }

  // Only the kind of the failure: its message may quote what the file holds.
  private static MissingException unreadable(String path, Exception cause) {
    return new MissingException(
        "the file %s cannot be read (%s)".formatted(path, cause.getClass().getSimpleName()));
  }
}
