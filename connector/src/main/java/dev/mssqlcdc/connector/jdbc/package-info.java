/** Everything that is said to SQL Server: the only package that knows JDBC. */
package dev.mssqlcdc.connector.jdbc;
