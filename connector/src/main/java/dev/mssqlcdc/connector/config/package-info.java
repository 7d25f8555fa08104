/** Settings: names, defaults, documentation and what is wrong with them. */
package dev.mssqlcdc.connector.config;
