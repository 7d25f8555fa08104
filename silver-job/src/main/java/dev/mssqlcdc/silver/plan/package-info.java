/**
 * What to do with a table, decided without I/O: from the verdict on bronze, the events of the
 * source and the table's row in control; and the rules by which images of a key outrank each other.
 */
package dev.mssqlcdc.silver.plan;
