/** What the main loop tells other threads: immutable pictures of where the writer stands. */
package dev.mssqlcdc.writer.status;
