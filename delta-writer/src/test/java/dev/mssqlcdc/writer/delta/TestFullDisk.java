package dev.mssqlcdc.writer.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.lake.LakeException;
import dev.mssqlcdc.lake.TableDefinition;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class TestFullDisk {

  @TempDir Path directory;

  /** Creates files, and writes what is meant for them to Linux's file that is always full. */
  public static final class FullDisk extends RawLocalFileSystem {

    @Override
    protected OutputStream createOutputStreamWithMode(
        org.apache.hadoop.fs.Path path, boolean append, FsPermission permission)
        throws IOException {
      super.createOutputStreamWithMode(path, append, permission).close();
      return super.createOutputStreamWithMode(
          new org.apache.hadoop.fs.Path("/dev/full"), true, null);
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void isAnExceptionThatNamesTheFileAndLeavesNoneBehind() throws IOException {
    KernelTables tables =
        new KernelTables(
            Map.of("fs.file.impl", FullDisk.class.getName(), "fs.file.impl.disable.cache", "true"),
            CommitterFactory.standard());
    KernelTable facts = tables.create(directory + "/facts", TableDefinition.facts());

    try (RowFile file = RowFile.create(tables, facts.path(), facts.columns(), Compression.ZSTD)) {
      file.write(new Object[facts.columns().size()]);
      assertThatThrownBy(file::finish)
          .isInstanceOf(LakeException.class)
          .hasMessageContaining("cannot write")
          .hasMessageContaining("facts/part-")
          .hasMessageContaining("No space left on device");
    }

    try (Stream<Path> files = Files.list(directory.resolve("facts"))) {
      assertThat(files.filter(file -> file.toString().endsWith(".parquet"))).isEmpty();
    }
  }
}
