package dev.mssqlcdc.sparkpeer.silver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Copies of lakes: Delta never changes a file. */
final class CopiedFolder {

  private CopiedFolder() {}

  static void copy(Path from, Path to) throws IOException {
    for (Path path : paths(from)) {
      Path copy = to.resolve(from.relativize(path));
      if (Files.isDirectory(path)) {
        Files.createDirectories(copy);
      } else {
        Files.createLink(copy, path);
      }
    }
  }

  static void delete(Path folder) throws IOException {
    for (Path path : paths(folder).stream().sorted(Comparator.reverseOrder()).toList()) {
      Files.delete(path);
    }
  }

  private static List<Path> paths(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths.toList();
    }
  }
}
