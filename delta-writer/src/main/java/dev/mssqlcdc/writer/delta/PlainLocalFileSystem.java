package dev.mssqlcdc.writer.delta;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.LocalFileSystem;

/**
 * Local files without checksum files beside them, which are no use to Delta and go stale where a
 * file is linked. It stays a {@link LocalFileSystem}, because S3A buffers its uploads in one.
 */
public final class PlainLocalFileSystem extends LocalFileSystem {

  /** Called by Hadoop. */
  public PlainLocalFileSystem() {}

  @Override
  public void initialize(URI name, Configuration hadoop) throws IOException {
    super.initialize(name, hadoop);
    setWriteChecksum(false);
    setVerifyChecksum(false);
  }
}
