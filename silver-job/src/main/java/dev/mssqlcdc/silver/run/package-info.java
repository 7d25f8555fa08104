/**
 * One run over one table, in the order that survives a crash between any two steps: target to
 * control, data, position and verdict to control. What it needs of an engine is behind ports.
 */
package dev.mssqlcdc.silver.run;
