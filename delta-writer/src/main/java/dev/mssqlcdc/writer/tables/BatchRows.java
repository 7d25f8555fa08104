package dev.mssqlcdc.writer.tables;

import dev.mssqlcdc.lake.Facts;
import dev.mssqlcdc.writer.core.FactsRow;
import dev.mssqlcdc.writer.delta.ScanFile;
import dev.mssqlcdc.writer.delta.TableReader;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;

/**
 * Batches' rows of the facts table at one version, looked for in its newest files first and read
 * once: what a start costs does not grow with the table.
 */
final class BatchRows {

  private final TableReader reader;
  private final Map<String, FactsRow> found = new HashMap<>();
  private Iterator<ScanFile> files;

  BatchRows(TableReader reader) {
    this.reader = reader;
  }

  Optional<FactsRow> find(String appId, long offset) {
    if (files == null) {
      files = reader.files().iterator();
    }
    String wanted = key(appId, offset);
    while (!found.containsKey(wanted) && files.hasNext()) {
      reader.rows(files.next()).stream()
          .map(FactsRow::new)
          .filter(FactsRow::isBatch)
          .forEach(row -> found.put(key(row), row));
    }
    return Optional.ofNullable(found.get(wanted));
  }

  private static String key(FactsRow row) {
    return key(row.text(Facts.APP_ID).orElse(""), row.number(Facts.BATCH_ID).orElse(-1));
  }

  private static String key(String appId, long offset) {
    return appId + "#" + offset;
  }
}
