package dev.mssqlcdc.silver.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TestGroupCommit {

  private static final int FIRST = 0;
  private static final int REFUSED = 3;

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch firstBegins = new CountDownLatch(1);
  private final CountDownLatch firstMayEnd = new CountDownLatch(1);
  private final List<List<Integer>> writes = new ArrayList<>();
  private final GroupCommit<Integer, String> commits = new GroupCommit<>(this::write);

  private List<String> write(List<Integer> numbers) {
    writes.add(numbers);
    if (numbers.contains(FIRST)) {
      firstBegins.countDown();
      await(firstMayEnd);
    }
    if (numbers.contains(REFUSED)) {
      throw new IllegalArgumentException("refused: " + numbers);
    }
    return numbers.stream().map(number -> "wrote " + number).toList();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @AfterEach
  void endThreads() {
    threads.shutdownNow();
  }

  @Test
  void whatWaitsIsWrittenAtOnceAndEachGetsItsOwnResult() throws Exception {
    List<Future<String>> waiting = behindTheFirst(1, 2, 4);
    for (Future<String> each : waiting) {
      each.get();
    }
    assertThat(waiting.get(0).get()).isEqualTo("wrote 1");
    assertThat(waiting.get(2).get()).isEqualTo("wrote 4");
    assertThat(writes).hasSize(2);
    assertThat(writes.get(1)).containsExactlyInAnyOrder(1, 2, 4);
  }

  @Test
  void whatFailsFailsForAllOfOneWriteAndForNoneAfterIt() throws Exception {
    for (Future<String> each : behindTheFirst(1, REFUSED)) {
      assertThatThrownBy(each::get)
          .isInstanceOf(ExecutionException.class)
          .hasMessageContaining("refused: [");
    }
    assertThat(commits.write(5)).isEqualTo("wrote 5");
  }

  /** Has numbers written while the first write is under way, and lets that end. */
  private List<Future<String>> behindTheFirst(int... numbers) throws Exception {
    Future<String> first = threads.submit(() -> commits.write(FIRST));
    await(firstBegins);
    List<Future<String>> waiting = new ArrayList<>();
    for (int number : numbers) {
      waiting.add(threads.submit(() -> commits.write(number)));
    }
    while (commits.waiting() < numbers.length) {
      Thread.onSpinWait();
    }
    firstMayEnd.countDown();
    assertThat(first.get()).isEqualTo("wrote " + FIRST);
    return waiting;
  }
}
