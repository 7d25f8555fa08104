package dev.mssqlcdc.silver.spark;

import dev.mssqlcdc.lake.Lake;
import dev.mssqlcdc.lake.LakeException;
import dev.mssqlcdc.lake.Layer;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;

/** The lake's folders. */
final class LakeFolder {

  private final Lake lake;
  private final FileSystem files;

  /**
   * @throws LakeException when the root is not there or cannot be reached
   */
  LakeFolder(SparkSession spark, Lake lake) {
    this.lake = lake;
    try {
      Path root = new Path(lake.root());
      this.files = root.getFileSystem(spark.sparkContext().hadoopConfiguration());
      if (!files.exists(root)) {
        throw new LakeException(
            "the lake root %s does not exist: check --lake-root against the delta-writer's lake.root"
                .formatted(lake.root()));
      }
    } catch (IOException | IllegalArgumentException e) {
      throw unreachable(e);
    }
  }

  /** Names of the folders of a layer's tables. */
  List<String> tables(Layer layer) {
    Path folder = new Path(lake.root() + "/" + layer.directory());
    try {
      if (!files.exists(folder)) {
        return List.of();
      }
      return Arrays.stream(files.listStatus(folder))
          .filter(FileStatus::isDirectory)
          .map(status -> status.getPath().getName())
          .toList();
    } catch (IOException e) {
      throw unreachable(e);
    }
  }

  private LakeException unreachable(Exception e) {
    return new LakeException(
        "the lake root %s cannot be reached: %s; check the URI, the file system's jars and credentials"
            .formatted(lake.root(), e.getMessage()),
        e);
  }
}
