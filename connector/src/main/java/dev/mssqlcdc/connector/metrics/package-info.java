/** What monitoring sees of the connector, through JMX. */
package dev.mssqlcdc.connector.metrics;
