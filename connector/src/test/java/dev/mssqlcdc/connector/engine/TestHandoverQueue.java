package dev.mssqlcdc.connector.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class TestHandoverQueue {

  private static CompletableFuture<Void> put(HandoverQueue<Integer> queue, List<Integer> batch) {
    return put(queue, batch, 1);
  }

  private static CompletableFuture<Void> put(
      HandoverQueue<Integer> queue, List<Integer> batch, int part) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            queue.put(batch, batch.size(), batch.size(), part);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  @Test
  void keepsOrderAndTakesNoMoreThanAskedFor() throws Exception {
    var queue = new HandoverQueue<Integer>(100, 100);
    queue.put(List.of(1, 2), 2, 1);
    queue.put(List.of(3, 4), 2, 1);
    queue.put(List.of(5), 1, 1);
    assertThat(queue.take(4, 0)).containsExactly(1, 2, 3, 4);
    assertThat(queue.take(4, 0)).containsExactly(5);
    assertThat(queue.take(4, 1)).isEmpty();
  }

  @Test
  void aBatchLargerThanAskedForIsTakenWhole() throws Exception {
    var queue = new HandoverQueue<Integer>(1, 1);
    queue.put(List.of(1, 2, 3), 3, 50);
    assertThat(queue.take(2, 0)).containsExactly(1, 2, 3);
  }

  @Test
  void aBatchMayWeighMoreThanItsItems() throws Exception {
    var queue = new HandoverQueue<Integer>(100, 100);
    for (int i = 1; i <= 3; i++) {
      queue.put(List.of(i), 40, 1);
      if (i == 2) {
        assertThat(queue.fill()).isEqualTo(0.8);
        assertThat(queue.take(50, 0)).containsExactly(1);
      }
    }
    assertThat(queue.take(80, 0)).containsExactly(2, 3);
    assertThat(queue.fill()).isZero();
  }

  @Test
  void waitsForRoom() throws Exception {
    var byItems = new HandoverQueue<Integer>(3, 100);
    byItems.put(List.of(1, 2), 2, 2);
    CompletableFuture<Void> waiting = put(byItems, List.of(3, 4));
    assertThat(byItems.take(10, 0)).containsExactly(1, 2);
    waiting.get(10, TimeUnit.SECONDS);
    assertThat(byItems.take(10, 0)).containsExactly(3, 4);
  }

  @Test
  void whatCanWaitLeavesRoomForWhatCannot() throws Exception {
    var queue = new HandoverQueue<Integer>(8, 100);
    queue.put(List.of(1, 2), 2, 1, 4);
    CompletableFuture<Void> patient = put(queue, List.of(3), 4);
    queue.put(List.of(4, 5), 2, 1);
    assertThat(patient).isNotDone();
    assertThat(queue.take(2, 0)).containsExactly(1, 2);
    assertThat(queue.take(2, 0)).containsExactly(4, 5);
    patient.get(10, TimeUnit.SECONDS);
    assertThat(queue.take(2, 0)).containsExactly(3);
  }

  @Test
  void aClosedOneTakesNothingAndKeepsNobodyWaiting() throws Exception {
    var queue = new HandoverQueue<Integer>(1, 100);
    queue.put(List.of(1), 1, 1);
    CompletableFuture<Void> waiting = put(queue, List.of(2));
    queue.close();
    assertThatThrownBy(() -> waiting.get(10, TimeUnit.SECONDS))
        .hasRootCauseInstanceOf(InterruptedException.class);
    assertThatThrownBy(() -> queue.put(List.of(3), 1, 1)).isInstanceOf(InterruptedException.class);
  }

  @Test
  void neverHoldsMoreThanItsBounds() throws Exception {
    var queue = new HandoverQueue<Integer>(10, 6);
    CompletableFuture<Void> writer =
        CompletableFuture.runAsync(
            () -> {
              for (int i = 0; i < 1000; i++) {
                put(queue, List.of(i, i)).join();
              }
            });
    List<Integer> all = new ArrayList<>();
    while (all.size() < 2000) {
      List<Integer> taken = queue.take(100, 1000);
      assertThat(taken.size()).isLessThanOrEqualTo(6);
      all.addAll(taken);
    }
    writer.get(10, TimeUnit.SECONDS);
    assertThat(all).isSorted();
  }

  @Test
  void tellsAFailureAfterWhatCameBeforeIt() throws Exception {
    var queue = new HandoverQueue<Integer>(10, 10);
    queue.put(List.of(1), 1, 1);
    queue.fail(new IllegalStateException("gone"));
    assertThat(queue.take(10, 0)).containsExactly(1);
    assertThatThrownBy(() -> queue.take(10, 1000)).hasMessage("gone");
  }
}
