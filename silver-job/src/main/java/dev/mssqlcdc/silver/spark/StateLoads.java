package dev.mssqlcdc.silver.spark;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has Delta load the states of tables that are needed soon, while others are read: several Spark
 * jobs per table, in which little is computed. Nothing depends on it, for who opens a table finds
 * its newest version.
 */
final class StateLoads implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(StateLoads.class);

  /** Tables; of more, the runs overlap anyway. */
  private static final int MOST = 5;

  private final SparkTables tables;
  private final ExecutorService threads = Executors.newFixedThreadPool(MOST);
  private int begun;

  StateLoads(SparkTables tables) {
    this.tables = tables;
  }

  void begin(String path) {
    if (begun++ < MOST) {
      threads.execute(() -> load(path));
    }
  }

  private void load(String path) {
    try {
      tables.loadState(path);
    } catch (RuntimeException e) {
      LOG.debug("the state of {} was not loaded ahead, who needs it will see why", path, e);
    }
  }

  /** Waits for them. */
  @Override
  public void close() {
    threads.shutdown();
    try {
      threads.awaitTermination(1, TimeUnit.DAYS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
