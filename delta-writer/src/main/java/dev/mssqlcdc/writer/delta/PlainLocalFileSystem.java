package dev.mssqlcdc.writer.delta;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * Local files without checksum files beside them, which are no use to Delta and go stale where a
 * file is linked. It stays a {@link LocalFileSystem}, because S3A buffers its uploads in one.
 */
public final class PlainLocalFileSystem extends LocalFileSystem {

  /** Called by Hadoop. */
  public PlainLocalFileSystem() {
    super(new WithoutCommands());
  }

  @Override
  public void initialize(URI name, Configuration hadoop) throws IOException {
    super.initialize(name, hadoop);
    setWriteChecksum(false);
    setVerifyChecksum(false);
  }

  /** Hadoop starts a {@code chmod} for every file where its native library is not there. */
  private static final class WithoutCommands extends RawLocalFileSystem {

    @Override
    public void setPermission(Path path, FsPermission permission) throws IOException {
      java.nio.file.Path file = pathToFile(path).toPath();
      if (permission.getStickyBit() || !isPosix(file)) {
        super.setPermission(path, permission);
        return;
      }
      String bits =
          permission.getUserAction().SYMBOL
              + permission.getGroupAction().SYMBOL
              + permission.getOtherAction().SYMBOL;
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(bits));
    }

    private static boolean isPosix(java.nio.file.Path file) {
      return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
  }
}
