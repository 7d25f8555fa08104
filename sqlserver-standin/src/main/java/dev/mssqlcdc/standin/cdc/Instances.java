package dev.mssqlcdc.standin.cdc;

import dev.mssqlcdc.standin.catalog.Catalog;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The capture instances of a database, in the order of their enabling. Thread-safe. */
final class Instances {
  private final Catalog catalog;
  private volatile List<CaptureInstance> instances = List.of();

  Instances(Catalog catalog) {
    this.catalog = catalog;
  }

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

  synchronized void replace(CaptureInstance old, CaptureInstance changed) {
    instances = instances.stream().map(i -> i.name().equals(old.name()) ? changed : i).toList();
    catalog.put(changed.changeTable());
  }
}
