/**
 * How a silver table and its source table are compared: which columns, in which form, in which
 * parts, and what a difference is called. No I/O.
 */
package dev.mssqlcdc.silver.compare;
