/**
 * This product's Delta tables as data: kinds, columns with comments, versions, places, and the port
 * through which an engine (Delta Kernel in the writer, Spark in the silver job) opens and creates
 * them.
 */
package dev.mssqlcdc.lake;
