/** Records as the topics hold them: schemas, structs and the conversion of rows into them. */
package dev.mssqlcdc.connector.record;
