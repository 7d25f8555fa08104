/**
 * What the writer decides, free of I/O: which records are new, what a batch says, whether something
 * is missing, where to begin after a restart, how far the verdict goes.
 */
package dev.mssqlcdc.writer.core;
