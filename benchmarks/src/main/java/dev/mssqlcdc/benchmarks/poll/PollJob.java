package dev.mssqlcdc.benchmarks.poll;

import java.util.Map;

/**
 * What a child process is to do.
 *
 * @param connectorClass whose task is polled
 * @param config of the connector
 * @param topic whose records with a key count as change rows
 * @param offsets file that holds the stored offsets
 * @param rows to poll in each pass; 0 to poll for the first row and store its offset
 * @param warmUps passes over the same rows before the one that is measured
 * @param figures file that gets the {@link PollFigures}
 */
public record PollJob(
    String connectorClass,
    Map<String, String> config,
    String topic,
    String offsets,
    int rows,
    int warmUps,
    String figures) {}
