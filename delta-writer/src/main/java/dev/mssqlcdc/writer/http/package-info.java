/** What operators and their monitoring ask the program over HTTP. */
package dev.mssqlcdc.writer.http;
