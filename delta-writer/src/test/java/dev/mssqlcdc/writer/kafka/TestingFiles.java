package dev.mssqlcdc.writer.kafka;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/** Local files, whose making and closing are moments of {@link TestingWriterMain}. */
public final class TestingFiles extends RawLocalFileSystem {

  @Override
  protected OutputStream createOutputStreamWithMode(
      Path path, boolean append, FsPermission permission) throws IOException {
    OutputStream file = super.createOutputStreamWithMode(path, append, permission);
    if (path.toString().contains(".checkpoint.")) {
      return watched(file, Moment.CHECKPOINT_BEGUN, Moment.CHECKPOINT_WRITTEN);
    } else if (path.getName().endsWith(".parquet")) {
      return watched(file, Moment.FILE_BEGUN, Moment.FILE_WRITTEN);
    }
    return file;
  }

  private static OutputStream watched(OutputStream file, Moment begun, Moment written) {
    TestingWriterMain.MOMENTS.reached(begun);
    return new FilterOutputStream(file) {
      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        out.write(bytes, offset, length);
      }

      @Override
      public void close() throws IOException {
        super.close();
        TestingWriterMain.MOMENTS.reached(written);
      }
    };
  }
}
