package dev.mssqlcdc.soak;

import java.util.Optional;

/** A topic does not hold what it must. */
final class Violation extends AssertionError {

  private static final long serialVersionUID = 1L;

  private final transient Optional<Expected> missing;

  Violation(String message) {
    super(message);
    this.missing = Optional.empty();
  }

  Violation(String message, Expected missing) {
    super(message);
    this.missing = Optional.of(missing);
  }

  private Violation(String message, Violation cause) {
    super(message, cause);
    this.missing = cause.missing;
  }

  /** The same in more words. */
  Violation within(String message) {
    return new Violation(message, this);
  }

  /** What the topic lacks, where it lacks something. */
  Optional<Expected> missing() {
    return missing;
  }
}
