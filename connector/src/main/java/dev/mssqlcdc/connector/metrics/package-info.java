/** What monitoring sees of the connector, through JMX and through the worker. */
package dev.mssqlcdc.connector.metrics;
