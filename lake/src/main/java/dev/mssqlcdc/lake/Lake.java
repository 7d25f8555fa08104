package dev.mssqlcdc.lake;

/**
 * Where the tables lie below one root, in any file system that Hadoop knows.
 *
 * @param root a URI or an absolute local path, without a slash at its end
 */
public record Lake(String root) {

  private static final String META = "meta";

  public Lake {
    if (root.isBlank()) {
      throw new IllegalArgumentException("the lake root is empty: set lake.root");
    }
    root = root.replaceAll("(?<=[^/:])/+$", "");
  }

  /** The folder of a table, for example {@code s3a://lake/bronze/dbo.orders}. */
  public String table(Layer layer, String name) {
    return root + "/" + layer.directory() + "/" + name;
  }

  public String facts() {
    return root + "/" + META + "/facts";
  }

  public String control() {
    return root + "/" + META + "/control";
  }

  public String reports() {
    return root + "/" + META + "/reports";
  }
}
