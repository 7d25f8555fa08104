package dev.mssqlcdc.connector.core;

/**
 * A place in the signal topic. A topic that was deleted and created again counts from 0 anew, so
 * its id belongs to the place.
 *
 * @param topic the topic's id; empty where there was no topic yet
 * @param offset of the record at this place, or of the next one
 */
public record SignalPosition(String topic, long offset) {

  /** The place to read on from in the topic of that id, which may be another than this one's. */
  public SignalPosition in(String id) {
    return topic.equals(id) ? this : new SignalPosition(id, 0);
  }

  /** Behind the record at this place. */
  public SignalPosition next() {
    return new SignalPosition(topic, offset + 1);
  }

  boolean isBefore(SignalPosition other) {
    return topic.equals(other.topic) && offset < other.offset;
  }
}
