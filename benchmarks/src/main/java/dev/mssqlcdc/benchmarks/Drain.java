package dev.mssqlcdc.benchmarks;

/**
 * How a connector emptied a backlog.
 *
 * @param records that it sent, transactions' markers included
 * @param seconds from its first record to its last
 * @param worker CPU seconds of the Connect worker from the connector's start to its last record
 * @param standinShare the stand-in's part of all CPU time spent in between, from 0 to 1
 */
record Drain(long records, double seconds, double worker, double standinShare) {

  double recordsPerSecond() {
    return records / seconds;
  }

  double workerSecondsPerMillion() {
    return worker * 1e6 / records;
  }
}
