package dev.mssqlcdc.sqlserver.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests that need something which older servers do not have; skipped on those. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(SinceSqlServerCondition.class)
public @interface SinceSqlServer {
  /** The major version as {@link SqlServer#majorVersion} counts: 16 is SQL Server 2022. */
  int value();

  /** What older ones lack. */
  String needs();
}
