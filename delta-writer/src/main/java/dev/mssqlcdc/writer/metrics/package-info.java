/** The program's meters. */
package dev.mssqlcdc.writer.metrics;
