/** A peer of the delta-writer. */
package dev.mssqlcdc.sparkpeer;
