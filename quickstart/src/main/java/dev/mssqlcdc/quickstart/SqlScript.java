package dev.mssqlcdc.quickstart;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** A T-SQL script of this package's resources. */
final class SqlScript {

  private SqlScript() {}

  /** What stands between the lines that say GO. */
  static List<String> batches(String resource) {
    try (InputStream in = SqlScript.class.getResourceAsStream(resource)) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return Arrays.stream(text.split("(?im)^\\s*GO\\s*$", -1))
          .map(String::strip)
          .filter(batch -> !batch.isEmpty())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
