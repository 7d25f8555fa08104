package dev.mssqlcdc.standin.cdc;

import java.util.List;

/**
 * The state of capture at one moment, outside the tables: whoever keeps it can only give it back.
 */
public final class CdcImage {
  private final boolean enabled;
  private final CaptureLog.State log;
  private final List<CaptureInstance> instances;

  CdcImage(boolean enabled, CaptureLog.State log, List<CaptureInstance> instances) {
    this.enabled = enabled;
    this.log = log;
    this.instances = List.copyOf(instances);
  }

  boolean enabled() {
    return enabled;
  }

  CaptureLog.State log() {
    return log;
  }

  List<CaptureInstance> instances() {
    return instances;
  }
}
