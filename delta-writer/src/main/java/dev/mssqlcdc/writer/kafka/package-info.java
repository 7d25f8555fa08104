/** Topics and the consumer: the only place, besides the settings, that knows Kafka. */
package dev.mssqlcdc.writer.kafka;
