package dev.mssqlcdc.logstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.storage.CloseableIterator;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestLinkLogStore {

  @TempDir private Path folder;

  private final Configuration hadoop = new Configuration();
  private final LinkLogStore store = new LinkLogStore(hadoop);

  private org.apache.hadoop.fs.Path version(int n) {
    return new org.apache.hadoop.fs.Path(folder.resolve("v%d.json".formatted(n)).toUri());
  }

  private List<String> read(int n) throws IOException {
    List<String> lines = new ArrayList<>();
    try (CloseableIterator<String> actions = store.read(version(n), hadoop)) {
      actions.forEachRemaining(lines::add);
    }
    return lines;
  }

  @Test
  void aVersionIsWrittenOnceAndNothingElseIsLeft() throws IOException {
    store.write(version(1), List.of("a", "b").iterator(), false, hadoop);
    assertThatThrownBy(() -> store.write(version(1), List.of("c").iterator(), false, hadoop))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(read(1)).containsExactly("a", "b");
    try (var files = Files.list(folder)) {
      assertThat(files).hasSize(1);
    }
  }

  @Test
  void overwritingReplaces() throws IOException {
    store.write(version(1), List.of("a").iterator(), false, hadoop);
    store.write(version(1), List.of("c").iterator(), true, hadoop);
    assertThat(read(1)).containsExactly("c");
  }

  @Test
  void ofManyAtTheSameTimeOneWins() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(8);
    try {
      for (int n = 0; n < 20; n++) {
        assertThat(winners(pool, n)).hasSize(1).containsExactlyElementsOf(read(n));
      }
    } finally {
      pool.shutdownNow();
    }
  }

  private List<String> winners(ExecutorService pool, int n) throws Exception {
    List<Callable<Boolean>> writers = new ArrayList<>();
    for (int writer = 0; writer < 8; writer++) {
      String line = "writer " + writer;
      writers.add(() -> commits(n, line));
    }
    List<String> winners = new ArrayList<>();
    List<Future<Boolean>> answers = pool.invokeAll(writers);
    for (int writer = 0; writer < answers.size(); writer++) {
      if (answers.get(writer).get()) {
        winners.add("writer " + writer);
      }
    }
    return winners;
  }

  private boolean commits(int n, String line) throws IOException {
    try {
      store.write(version(n), List.of(line).iterator(), false, hadoop);
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    }
  }
}
