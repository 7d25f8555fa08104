package dev.mssqlcdc.sqlserver.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests that need a control which SQL Server does not have; skipped on a real one. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(StandinOnlyCondition.class)
public @interface StandinOnly {
  /** Which control. */
  String value();
}
