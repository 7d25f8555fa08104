package dev.mssqlcdc.standin.cdc;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The capture instances of a database, in the order of their enabling. Thread-safe. */
final class Instances {
  private volatile List<CaptureInstance> instances = List.of();

  List<CaptureInstance> all() {
    return instances;
  }

  List<CaptureInstance> of(int sourceObjectId) {
    return instances.stream().filter(i -> i.source().objectId() == sourceObjectId).toList();
  }

  Optional<CaptureInstance> byName(String name) {
    return instances.stream().filter(i -> i.name().equalsIgnoreCase(name)).findFirst();
  }

  synchronized void add(CaptureInstance instance) {
    List<CaptureInstance> more = new ArrayList<>(instances);
    more.add(instance);
    instances = List.copyOf(more);
  }

  synchronized void restore(List<CaptureInstance> all) {
    instances = List.copyOf(all);
  }

  synchronized void remove(CaptureInstance instance) {
    instances = instances.stream().filter(i -> !i.name().equals(instance.name())).toList();
  }

  /** Replaces an instance of a name, if it is still there. */
  synchronized void update(String name, UnaryOperator<CaptureInstance> change) {
    List<CaptureInstance> changed = new ArrayList<>(instances);
    changed.replaceAll(i -> i.name().equals(name) ? change.apply(i) : i);
    instances = List.copyOf(changed);
  }

  /** The instance as it is now; empty if it was disabled, even if another has its name. */
  Optional<CaptureInstance> same(CaptureInstance instance) {
    int table = instance.changeTable().objectId();
    return instances.stream().filter(i -> i.changeTable().objectId() == table).findFirst();
  }
}
