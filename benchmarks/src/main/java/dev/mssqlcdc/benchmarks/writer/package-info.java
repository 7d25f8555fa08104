/** What the writer, its peer and the floor read, and how far each has come. */
package dev.mssqlcdc.benchmarks.writer;
