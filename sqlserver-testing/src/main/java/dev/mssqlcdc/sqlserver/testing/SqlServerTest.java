package dev.mssqlcdc.sqlserver.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A class of tests that need SQL Server. Its methods may ask for a {@link SqlServer} and for a
 * {@link TestDatabase}: one asked for by a test or a {@code @BeforeEach} method is that test's own,
 * one asked for by a {@code @BeforeAll} method is the class's.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(SqlServerExtension.class)
public @interface SqlServerTest {}
