package dev.mssqlcdc.standin.lock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The locks of a database, and all waits of its sessions: a wait elsewhere would be missing in the
 * cycle that it closes. Requests are granted in the order of their coming, except that an owner
 * never waits for itself. Thread-safe.
 */
public final class LockManager {
  private static final long CANCEL_CHECK_MILLIS = 10;

  private final List<Grant> grants = new ArrayList<>();
  private final Map<LockOwner, Request> waiting = new LinkedHashMap<>();
  private final Map<LockOwner, Supplier<Set<LockOwner>>> waitingForRows = new HashMap<>();
  private final LockOwner outside = new LockOwner(this);

  /** How a request ended. */
  public enum Outcome {
    GRANTED,
    TIMED_OUT,
    CANCELLED,
    DEADLOCK
  }

  record Grant(LockOwner owner, Resource resource, LockMode mode) {}

  private record Request(Resource resource, LockMode mode) {}

  /** A session's share in the locks. */
  public LockOwner newOwner() {
    return new LockOwner(this);
  }

  /** Locks a table for nobody in the server: whoever comes waits. */
  public synchronized void lockFromOutside(int table) {
    grants.add(new Grant(outside, Resource.rows(table), LockMode.EXCLUSIVE));
  }

  public synchronized void unlockFromOutside(int table) {
    grants.removeIf(grant -> grant.owner() == outside && grant.resource().table() == table);
    notifyAll();
  }

  /** Lifts all that {@link #lockFromOutside} locked. */
  public synchronized void unlockAllFromOutside() {
    grants.removeIf(grant -> grant.owner() == outside);
    notifyAll();
  }

  /**
   * Waits for a lock.
   *
   * @param onGrant receives the grant, unless the owner had one that covers it
   */
  synchronized Outcome acquire(
      LockOwner owner, Resource resource, LockMode mode, Patience patience, List<Grant> onGrant) {
    boolean held =
        grants.stream()
            .anyMatch(
                g -> g.owner() == owner && g.resource().equals(resource) && g.mode().covers(mode));
    if (held) {
      return Outcome.GRANTED;
    }
    waiting.put(owner, new Request(resource, mode));
    try {
      Outcome outcome = await(owner, patience);
      if (outcome == Outcome.GRANTED) {
        Grant grant = new Grant(owner, resource, mode);
        grants.add(grant);
        onGrant.add(grant);
      }
      return outcome;
    } finally {
      waiting.remove(owner);
      notifyAll();
    }
  }

  synchronized boolean othersChange(LockOwner owner, Resource resource) {
    return grants.stream()
        .anyMatch(
            grant ->
                grant.resource().equals(resource)
                    && grant.owner() != owner
                    && grant.mode().covers(LockMode.INTENT_EXCLUSIVE));
  }

  /**
   * Waits for rows, which others hold by means of their own.
   *
   * @param holders asked again until it names nobody
   */
  synchronized Outcome awaitRows(
      LockOwner owner, Supplier<Set<LockOwner>> holders, Patience patience) {
    waitingForRows.put(owner, holders);
    try {
      return await(owner, patience);
    } finally {
      waitingForRows.remove(owner);
    }
  }

  private Outcome await(LockOwner owner, Patience patience) {
    Optional<Duration> timeout = patience.timeout();
    long start = System.nanoTime();
    while (!blockers(owner).isEmpty()) {
      if (waitsForItself(owner)) {
        return Outcome.DEADLOCK;
      }
      long waited = System.nanoTime() - start;
      if (timeout.isPresent() && waited >= timeout.get().toNanos()) {
        return Outcome.TIMED_OUT;
      }
      if (patience.cancelled().getAsBoolean()) {
        return Outcome.CANCELLED;
      }
      try {
        wait(CANCEL_CHECK_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return Outcome.CANCELLED;
      }
    }
    return Outcome.GRANTED;
  }

  /** Whom a waiting owner waits for: holders, and those who asked before it. */
  private Set<LockOwner> blockers(LockOwner owner) {
    if (waitingForRows.containsKey(owner)) {
      return waitingForRows.get(owner).get();
    }
    Request request = waiting.get(owner);
    Set<LockOwner> blockers = new HashSet<>();
    boolean holds = false;
    for (Grant grant : grants) {
      if (grant.resource().equals(request.resource())) {
        holds |= grant.owner() == owner;
        if (grant.owner() != owner && !grant.mode().allows(request.mode())) {
          blockers.add(grant.owner());
        }
      }
    }
    for (Map.Entry<LockOwner, Request> earlier : waiting.entrySet()) {
      // who has a lock already goes before the queue: it would wait for those who wait for it
      if (holds || earlier.getKey() == owner) {
        break;
      }
      Request other = earlier.getValue();
      if (other.resource().equals(request.resource()) && !other.mode().allows(request.mode())) {
        blockers.add(earlier.getKey());
      }
    }
    return blockers;
  }

  private boolean waitsForItself(LockOwner owner) {
    Set<LockOwner> seen = new HashSet<>();
    List<LockOwner> next = new ArrayList<>(blockers(owner));
    while (!next.isEmpty()) {
      LockOwner blocker = next.remove(next.size() - 1);
      if (blocker == owner) {
        return true;
      }
      boolean waits = waiting.containsKey(blocker) || waitingForRows.containsKey(blocker);
      if (seen.add(blocker) && waits) {
        next.addAll(blockers(blocker));
      }
    }
    return false;
  }

  synchronized void release(List<Grant> released) {
    // one by one: equal grants may stand there twice
    released.forEach(grants::remove);
    notifyAll();
  }
}
