/** The source database over JDBC. It only reads, and nothing else here knows JDBC. */
package dev.mssqlcdc.silver.source;
