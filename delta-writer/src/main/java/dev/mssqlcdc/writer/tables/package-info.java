/** Bronze, facts and control as the writer uses them, on top of the Delta adapter. */
package dev.mssqlcdc.writer.tables;
