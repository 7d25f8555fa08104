package dev.mssqlcdc.connector.metrics;

import dev.mssqlcdc.connector.core.StreamOffset;
import dev.mssqlcdc.connector.core.TableOffset;
import dev.mssqlcdc.connector.engine.HandoverQueue;
import dev.mssqlcdc.connector.engine.TableChannel;
import dev.mssqlcdc.connector.engine.TableGauges;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import javax.management.MBeanAttributeInfo;
import javax.management.StandardMBean;

/** A table as JMX shows it. */
final class TableBean extends StandardMBean implements TableMetricsMXBean {

  private static final double MICROS = 1e6;

  private final TableChannel channel;
  private final TableGauges gauges;
  private final HandoverQueue<?> queue;
  private volatile boolean registered = true;

  TableBean(TableChannel channel, HandoverQueue<?> queue) {
    super(TableMetricsMXBean.class, true);
    this.channel = channel;
    this.gauges = channel.gauges();
    this.queue = queue;
  }

  /** False once it was taken away, as by the next task of the table. */
  boolean isRegistered() {
    return registered;
  }

  @Override
  public void postDeregister() {
    registered = false;
    super.postDeregister();
  }

  @Override
  protected String getDescription(MBeanAttributeInfo attribute) {
    return String.valueOf(attribute.getDescriptor().getFieldValue(Meaning.KEY));
  }

  private Optional<StreamOffset> stream() {
    return channel.handedOver().map(TableOffset::stream);
  }

  @Override
  public String getState() {
    return gauges.state();
  }

  @Override
  public String getPosition() {
    return stream().map(stream -> stream.reached().toString()).orElse("");
  }

  @Override
  public double getIngestionLagSeconds() {
    return stream()
        .map(stream -> gauges.secondsSince(stream.commitTs()).orElse(Double.NaN))
        .orElse(Double.NaN);
  }

  @Override
  public double getCaptureLagSeconds() {
    return gauges.captureLagSeconds().orElse(Double.NaN);
  }

  @Override
  public double getRetentionHeadroomSeconds() {
    OptionalLong oldest = gauges.oldestTime();
    return oldest.isEmpty()
        ? Double.NaN
        : stream()
            .map(stream -> (stream.commitTs() - oldest.getAsLong()) / MICROS)
            .orElse(Double.NaN);
  }

  @Override
  public long getRowsRead() {
    return gauges.rows();
  }

  @Override
  public long getBytesRead() {
    return gauges.bytes();
  }

  @Override
  public double getRangeSeconds() {
    return gauges.rangeSeconds();
  }

  @Override
  public double getQueueFill() {
    return queue.fill();
  }

  @Override
  public long getRetries() {
    return gauges.retries();
  }

  @Override
  public String getLastEvent() {
    return gauges.lastEvent();
  }

  @Override
  public String getSnapshotState() {
    return channel
        .handedOver()
        .map(offset -> offset.snapshot().state().name().toLowerCase(Locale.ROOT))
        .orElse("none");
  }

  @Override
  public long getSnapshotRowsRead() {
    return gauges.snapshot().rows();
  }

  @Override
  public double getSnapshotRowsEstimated() {
    OptionalLong estimated = gauges.snapshot().estimated();
    return estimated.isEmpty() ? Double.NaN : estimated.getAsLong();
  }

  @Override
  public double getSnapshotRowsPerSecond() {
    return gauges.snapshot().rowsPerSecond();
  }

  @Override
  public double getSnapshotSecondsLeft() {
    return gauges.snapshot().secondsLeft();
  }
}
