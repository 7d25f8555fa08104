/** Converters alone, measured by JMH. */
package dev.mssqlcdc.benchmarks.converter;
