/**
 * Reads the tables of one task in rounds, on a thread of its own, and hands their records over
 * through a bounded queue.
 */
package dev.mssqlcdc.connector.engine;
