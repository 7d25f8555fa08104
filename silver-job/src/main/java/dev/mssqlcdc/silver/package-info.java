/**
 * The silver job: keeps one current-state table per source table, from bronze, with Spark. {@link
 * dev.mssqlcdc.silver.SilverJob} is its API, {@link dev.mssqlcdc.silver.Main} its program.
 */
package dev.mssqlcdc.silver;
