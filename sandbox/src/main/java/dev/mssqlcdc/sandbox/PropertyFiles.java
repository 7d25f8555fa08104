package dev.mssqlcdc.sandbox;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

/** Java properties files. */
public final class PropertyFiles {

  private PropertyFiles() {}

  /** All settings of a file. */
  public static Map<String, String> read(Path file) {
    Properties properties = new Properties();
    try (Reader in = Files.newBufferedReader(file)) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
    Map<String, String> settings = new HashMap<>();
    properties.forEach((key, value) -> settings.put(key.toString(), value.toString()));
    return settings;
  }

  /** Writes a file anew. */
  public static void write(Path file, Map<String, String> settings) {
    Properties properties = new Properties();
    properties.putAll(settings);
    try (Writer out = Files.newBufferedWriter(file)) {
      properties.store(out, null);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }
}
