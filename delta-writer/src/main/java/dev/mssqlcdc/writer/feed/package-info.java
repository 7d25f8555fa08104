/** Flush cycles over many tables: bronze of each, then facts and control of all. */
package dev.mssqlcdc.writer.feed;
