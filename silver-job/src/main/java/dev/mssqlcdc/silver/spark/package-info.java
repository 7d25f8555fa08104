/** The only package that knows Spark and Delta: tables, reads and writes behind the ports. */
package dev.mssqlcdc.silver.spark;
