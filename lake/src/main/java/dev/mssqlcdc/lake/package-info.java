/**
 * This product's Delta tables as data: kinds, columns with comments, migrations, places, and the
 * port through which an engine (Delta Kernel in the writer, Spark in the silver job) opens, creates
 * and migrates them.
 */
package dev.mssqlcdc.lake;
