/**
 * A connector's task without a worker, in a process of its own: nothing here imports more than
 * Connect's API and what every worker has on its class path.
 */
package dev.mssqlcdc.benchmarks.poll;
