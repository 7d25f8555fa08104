/** The silver job, and what users would run instead of it, in one Spark session. */
package dev.mssqlcdc.sparkpeer.silver;
