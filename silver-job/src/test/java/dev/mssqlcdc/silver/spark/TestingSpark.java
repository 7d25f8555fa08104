package dev.mssqlcdc.silver.spark;

import org.apache.spark.sql.SparkSession;

/** The one session of this module's tests: starting one takes longer than most of them. */
public final class TestingSpark {

  private static SparkSession session;

  private TestingSpark() {}

  public static synchronized SparkSession session() {
    if (session == null) {
      session = Sessions.local("local[2]");
    }
    return session;
  }
}
