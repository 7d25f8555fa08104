package dev.mssqlcdc.writer.feed;

/** The process dies: nothing of ours catches it. */
final class CrashError extends Error {

  private static final long serialVersionUID = 1L;

  CrashError(String where) {
    super(where);
  }
}
