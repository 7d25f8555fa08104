package dev.mssqlcdc.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The checkout with its built modules: where the children's programs are found.
 *
 * @param root the folder that holds the modules
 */
public record ProductHome(Path root) {

  private static final String MARK = "connect-config";

  /**
   * The checkout that this class was built in.
   *
   * @throws IllegalStateException when it is not below one
   */
  public static ProductHome find() {
    Path here = codeOf(ProductHome.class);
    for (Path dir = here; dir != null; dir = dir.getParent()) {
      if (Files.isDirectory(dir.resolve(MARK)) && Files.isRegularFile(dir.resolve("pom.xml"))) {
        return new ProductHome(dir);
      }
    }
    throw new IllegalStateException(
        "no checkout of mssql-cdc-delta above " + here + ": run from a clone of the repository");
  }

  /** A file of the checkout. */
  public Path resolve(String path) {
    return root.resolve(path);
  }

  /** Class path of a module's program: its classes, and the libraries copied beside them. */
  public String programClassPath(String module) {
    Path target = resolve(module + "/target");
    require(target.resolve("classes"));
    require(target.resolve("lib"));
    return target.resolve("classes") + ":" + target.resolve("lib") + "/*";
  }

  /** The only file in a folder whose name ends so. */
  public Path single(String folder, String suffix) {
    require(resolve(folder));
    try (Stream<Path> files = Files.list(resolve(folder))) {
      return files
          .filter(file -> file.getFileName().toString().endsWith(suffix))
          .findFirst()
          .orElseThrow(() -> notBuilt(resolve(folder + "/*" + suffix)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Path codeOf(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void require(Path path) {
    if (!Files.exists(path)) {
      throw notBuilt(path);
    }
  }

  private static IllegalStateException notBuilt(Path path) {
    return new IllegalStateException(
        path + " is not there: build first with 'mvn package -DskipTests'");
  }
}
