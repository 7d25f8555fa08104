/** The program's settings: each with its default and its documentation. */
package dev.mssqlcdc.writer.settings;
