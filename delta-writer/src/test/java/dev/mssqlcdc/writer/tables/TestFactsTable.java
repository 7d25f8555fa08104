package dev.mssqlcdc.writer.tables;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.lake.Facts;
import dev.mssqlcdc.writer.TestingLake;
import dev.mssqlcdc.writer.core.FactsRow;
import dev.mssqlcdc.writer.delta.CommitterFactory;
import dev.mssqlcdc.writer.delta.Compression;
import dev.mssqlcdc.writer.delta.KernelTables;
import io.delta.kernel.commit.CommitFailedException;
import io.delta.kernel.commit.CommitResponse;
import io.delta.kernel.commit.Committer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Facts of two instances, one of which does not know yet that the other took its topics over. */
class TestFactsTable {

  @TempDir Path folder;
  private TestingLake lake;
  private final Deque<Runnable> misled = new ArrayDeque<>();

  @BeforeEach
  void choose() {
    lake = new TestingLake(folder);
  }

  @Test
  void aBatchOfWhichAnotherInstanceWroteMoreIsRefusedWhateverElseThisOneWroteSince() {
    FactsTable woken = facts(CommitterFactory.standard());
    woken.append(List.of(batch("x", OptionalLong.empty(), 1), batch("y", OptionalLong.empty(), 1)));
    FactsTable heir = facts(CommitterFactory.standard());
    heir.append(List.of(batch("x", OptionalLong.of(1), 3)));

    assertThat(woken.append(List.of(batch("y", OptionalLong.of(1), 2)))).isEmpty();
    Set<String> stale = woken.append(List.of(batch("x", OptionalLong.of(1), 2)));

    assertThat(stale).containsExactly("x");
    assertThat(written()).containsExactlyInAnyOrder("x 1", "x 3", "y 1", "y 2");
  }

  /** An object store may answer so when a request that had succeeded was sent again. */
  @Test
  void rowsThatCameInAreKeptThoughTheCommitSeemedToMeetAConflict() {
    FactsTable misled = facts(this::misleading);
    this.misled.add(
        () ->
            facts(CommitterFactory.standard()).append(List.of(batch("x", OptionalLong.of(1), 3))));

    Set<String> stale = misled.append(List.of(batch("x", OptionalLong.empty(), 1)));

    assertThat(stale).containsExactly("x");
    assertThat(written()).containsExactlyInAnyOrder("x 1", "x 3");
  }

  /** Commits, lets the planned thing happen, and says that it did not commit. */
  private Committer misleading(String path) {
    Committer real = CommitterFactory.standard().committer(path);
    return (engine, actions, metadata) -> {
      CommitResponse response = real.commit(engine, actions, metadata);
      if (metadata.getVersion() > 0 && !misled.isEmpty()) {
        misled.remove().run();
        throw new CommitFailedException(true, true, "412 Precondition Failed");
      }
      return response;
    };
  }

  private FactsTable facts(CommitterFactory committers) {
    return new FactsTable(lake.lake(), new KernelTables(Map.of(), committers), Compression.ZSTD);
  }

  private static FactsBatch batch(String appId, OptionalLong previous, long last) {
    FactsRow row = new FactsRow(Map.of(Facts.APP_ID, appId, Facts.BATCH_ID, last));
    return new FactsBatch(appId, previous, last, List.of(row));
  }

  private List<String> written() {
    return lake.facts().stream()
        .map(row -> row.get(Facts.APP_ID) + " " + row.get(Facts.BATCH_ID))
        .toList();
  }
}
