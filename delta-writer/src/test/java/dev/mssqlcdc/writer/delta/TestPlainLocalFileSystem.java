package dev.mssqlcdc.writer.delta;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.lake.TableDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestPlainLocalFileSystem {

  private static final String PROCESS_START = "jdk.ProcessStart";

  @TempDir Path folder;

  @Test
  void permissionsAreSetAsAsked() throws Exception {
    Path file = Files.createFile(folder.resolve("file"));

    try (FileSystem files = new PlainLocalFileSystem()) {
      files.initialize(folder.toUri(), new Configuration());
      files.setPermission(
          new org.apache.hadoop.fs.Path(file.toUri()), new FsPermission((short) 0640));
    }

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-r-----");
  }

  @Test
  void neitherATableNorACommitStartsAProcess() throws Exception {
    // Hadoop looks at the machine once, when it is loaded.
    createAndCommit("first");

    try (Recording recording = new Recording()) {
      recording.enable(PROCESS_START);
      recording.start();
      createAndCommit("second");
      recording.stop();

      assertThat(startedHere(recording)).isEmpty();
    }
  }

  private void createAndCommit(String name) throws CommitConflictException {
    KernelTables tables = new KernelTables(Map.of(), CommitterFactory.standard());
    KernelTable table = tables.create(folder.resolve(name).toString(), TableDefinition.facts());
    try (RowFile file = RowFile.create(tables, table.path(), table.columns(), Compression.ZSTD)) {
      file.write(new Object[table.columns().size()]);
      tables.commit(table, CommitRequest.append(List.of(file.finish()), List.of()));
    }
  }

  /** Other tests may run at the same time. */
  private List<RecordedEvent> startedHere(Recording recording) throws IOException {
    Path dump = folder.resolve("events.jfr");
    recording.dump(dump);
    long here = Thread.currentThread().getId();
    return RecordingFile.readAllEvents(dump).stream()
        .filter(event -> event.getThread().getJavaThreadId() == here)
        .toList();
  }
}
