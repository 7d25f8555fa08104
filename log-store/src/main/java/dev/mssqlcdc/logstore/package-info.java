/**
 * Log stores that put a commit's file in place only where there is none, so that of two processes
 * that commit the same version one is told that it did not. Delta Kernel and Spark both take them.
 */
package dev.mssqlcdc.logstore;
