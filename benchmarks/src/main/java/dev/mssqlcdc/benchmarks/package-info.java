/** Benchmarks: ours against a peer and against the floor, alternating in one run. */
package dev.mssqlcdc.benchmarks;
