package dev.mssqlcdc.sqlserver.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests that need something of SQL Server that the stand-in lacks; skipped on it. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(RealServerOnlyCondition.class)
public @interface RealServerOnly {
  /** What it lacks. */
  String value();
}
