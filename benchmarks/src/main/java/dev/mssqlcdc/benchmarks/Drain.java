package dev.mssqlcdc.benchmarks;

/**
 * How a connector emptied a backlog.
 *
 * @param records that it sent, transactions' markers included
 * @param seconds from its first record to its last
 * @param worker CPU seconds of the Connect worker from the connector's start to its last record
 * @param standinShare the stand-in's part of all CPU time spent in between, from 0 to 1
 * @param peakHeapMegabytes the most of the worker's heap that a collection left in use
 * @param shares which of the worker's threads spent its CPU time, in words
 */
record Drain(
    long records,
    double seconds,
    double worker,
    double standinShare,
    double peakHeapMegabytes,
    String shares) {

  double recordsPerSecond() {
    return records / seconds;
  }

  double workerSecondsPerMillion() {
    return worker * 1e6 / records;
  }
}
