/** The whole flow on one machine: a sample shop, a workload, and a comparison at the end. */
package dev.mssqlcdc.quickstart;
