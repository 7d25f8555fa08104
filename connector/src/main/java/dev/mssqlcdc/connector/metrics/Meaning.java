package dev.mssqlcdc.connector.metrics;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import javax.management.DescriptorKey;

/** What an attribute says; JMX clients and the reference page show it. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Meaning {

  /** Where JMX keeps it. */
  String KEY = "meaning";

  @DescriptorKey(KEY)
  String value();
}
