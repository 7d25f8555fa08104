package dev.mssqlcdc.quickstart;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** A T-SQL script. */
final class SqlScript {

  private SqlScript() {}

  /** The batches of a script of this package's resources. */
  static List<String> ofResource(String resource) {
    try (InputStream in = SqlScript.class.getResourceAsStream(resource)) {
      return batches(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What stands between the lines that say GO. */
  static List<String> batches(String script) {
    return Arrays.stream(script.split("(?im)^\\s*GO\\s*$", -1))
        .map(String::strip)
        .filter(batch -> !batch.isEmpty())
        .toList();
  }
}
