package dev.mssqlcdc.standin.lock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mssqlcdc.standin.lock.LockManager.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class TestLockManager {
  private static final List<LockMode> MODES = List.of(LockMode.values());
  private static final Patience FOR_EVER = new Patience(Optional.empty(), () -> false);

  private static Outcome atOnce(LockOwner owner, LockMode mode) {
    return owner.acquire(Resource.rows(1), mode, true, Patience.NONE);
  }

  @Property
  void twoOwnersHoldATableOnlyInModesThatAllowEachOther(
      @ForAll LockMode held, @ForAll LockMode wanted) {
    LockManager manager = new LockManager();
    LockOwner first = manager.newOwner();
    assertThat(atOnce(first, held)).isEqualTo(Outcome.GRANTED);
    assertThat(atOnce(manager.newOwner(), wanted))
        .isEqualTo(held.allows(wanted) ? Outcome.GRANTED : Outcome.TIMED_OUT);
    assertThat(held.allows(wanted)).isEqualTo(wanted.allows(held));
    assertThat(atOnce(first, wanted)).isNotEqualTo(Outcome.DEADLOCK);
  }

  @Property
  void anOwnerAloneGetsEverything(@ForAll List<LockMode> modes) {
    LockManager manager = new LockManager();
    LockOwner owner = manager.newOwner();
    modes.forEach(mode -> assertThat(atOnce(owner, mode)).isEqualTo(Outcome.GRANTED));
    owner.transactionEnded();
    assertThat(atOnce(manager.newOwner(), LockMode.EXCLUSIVE)).isEqualTo(Outcome.GRANTED);
  }

  @Test
  void twoReadersThatBothWantToWriteAreADeadlock() throws Exception {
    LockManager manager = new LockManager();
    LockOwner first = manager.newOwner();
    LockOwner second = manager.newOwner();
    atOnce(first, LockMode.SHARED);
    atOnce(second, LockMode.SHARED);
    ExecutorService threads = Executors.newSingleThreadExecutor();
    try {
      Future<Outcome> other = threads.submit(() -> exclusive(second));
      Outcome mine = exclusive(first);
      assertThat(List.of(mine, other.get()))
          .containsExactlyInAnyOrder(Outcome.GRANTED, Outcome.DEADLOCK);
    } finally {
      threads.shutdownNow();
    }
  }

  /** Ends the transaction after it, so that the other goes on. */
  private static Outcome exclusive(LockOwner owner) {
    Outcome outcome = owner.acquire(Resource.rows(1), LockMode.EXCLUSIVE, true, FOR_EVER);
    owner.transactionEnded();
    return outcome;
  }

  @Test
  void whoeverComesInWhateverOrderNobodyHangsAndAnExclusiveOwnerIsAlone() throws Exception {
    LockManager manager = new LockManager();
    ConcurrentHashMap<Integer, AtomicInteger> inside = new ConcurrentHashMap<>();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Future<Integer>> all = new ArrayList<>();
    for (int seed = 0; seed < 4; seed++) {
      Random random = new Random(seed);
      all.add(threads.submit(() -> transactions(manager, random, inside)));
    }
    int done = 0;
    for (Future<Integer> each : all) {
      done += each.get();
    }
    threads.shutdown();
    assertThat(done).isGreaterThan(0);
  }

  private static int transactions(
      LockManager manager, Random random, ConcurrentHashMap<Integer, AtomicInteger> inside) {
    LockOwner owner = manager.newOwner();
    int committed = 0;
    for (int i = 0; i < 500; i++) {
      List<Integer> exclusive = new ArrayList<>();
      Outcome outcome = Outcome.GRANTED;
      for (int step = 0; step < 3 && outcome == Outcome.GRANTED; step++) {
        int table = random.nextInt(3);
        LockMode mode = MODES.get(random.nextInt(MODES.size()));
        outcome = owner.acquire(Resource.rows(table), mode, true, FOR_EVER);
        if (outcome == Outcome.GRANTED
            && mode == LockMode.EXCLUSIVE
            && !exclusive.contains(table)) {
          exclusive.add(table);
          assertThat(count(inside, table).incrementAndGet()).isEqualTo(1);
        }
      }
      exclusive.forEach(table -> count(inside, table).decrementAndGet());
      owner.transactionEnded();
      committed += outcome == Outcome.GRANTED ? 1 : 0;
    }
    return committed;
  }

  private static AtomicInteger count(ConcurrentHashMap<Integer, AtomicInteger> inside, int table) {
    return inside.computeIfAbsent(table, key -> new AtomicInteger());
  }
}
