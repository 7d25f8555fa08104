package dev.mssqlcdc.silver.spark;

import org.apache.spark.sql.SparkSession;

/** The one session of this module's tests: starting one takes longer than most of them. */
public final class TestingSpark {

  private static SparkSession session;

  private TestingSpark() {}

  public static synchronized SparkSession session() {
    if (session == null) {
      session = Sessions.local("local[2]");
      // Tables of a few rows: compiling a query takes longer than running it.
      session.conf().set("spark.sql.codegen.wholeStage", false);
      session.conf().set("spark.sql.codegen.factoryMode", "NO_CODEGEN");
      session.conf().set("spark.sql.shuffle.partitions", 1);
      session.conf().set("spark.sql.adaptive.enabled", false);
    }
    return session;
  }
}
