package dev.mssqlcdc.writer.kafka;

import dev.mssqlcdc.schemas.EventDetail;
import dev.mssqlcdc.writer.TestingRecord;
import dev.mssqlcdc.writer.TestingTable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Good records, and records that any kind of damage has come to. */
final class FuzzedRecords {

  private static final int[] UNKNOWN_IDS = {0, -1, 99, Integer.MAX_VALUE, Integer.MIN_VALUE};

  private final TestingTable table;
  private final Random random;
  private int ids;

  FuzzedRecords(TestingTable table, Random random) {
    this.table = table;
    this.random = random;
  }

  List<TestingRecord> list(int count) {
    List<TestingRecord> records = new ArrayList<>();
    records.add(row());
    while (records.size() < count) {
      records.add(next());
    }
    return records;
  }

  private TestingRecord next() {
    TestingRecord good = random.nextInt(10) == 0 ? event("d") : row();
    byte[] value = good.value();
    return switch (random.nextInt(20)) {
      case 0 -> with(good, Arrays.copyOf(value, random.nextInt(value.length)));
      case 1 -> with(good, Arrays.copyOf(value, value.length + 1 + random.nextInt(9)));
      case 2 -> with(good, changed(value, 0, 1 + random.nextInt(255)));
      case 3 -> with(good, withSchema(value, UNKNOWN_IDS[random.nextInt(UNKNOWN_IDS.length)]));
      case 4 -> with(good, bytes(random.nextInt(60)));
      case 5 -> with(good, null);
      case 6 -> with(good, new byte[0]);
      case 7 -> with(good, bomb(value));
      case 8 -> with(good, withSchema(bytes(5 + random.nextInt(200)), 1 + random.nextInt(3)));
      case 9 -> with(good, nulls(value));
      case 10 -> withKey(good, bytes(random.nextInt(20)));
      case 11 -> brokenJson();
      case 12, 13, 14, 15 -> with(good, changed(value));
      default -> good;
    };
  }

  private TestingRecord row() {
    Map<String, Object> values = new HashMap<>();
    values.put("id", ids++);
    if (random.nextBoolean()) {
      values.put("name", "x".repeat(random.nextInt(100) == 0 ? 100_000 : random.nextInt(20)));
    }
    return table.snapshotRow(5, "s", 0, values);
  }

  private TestingRecord event(String name) {
    return table.event(
        name + ids++,
        5,
        new EventDetail.SchemaChange("alter", "0x", List.of("a"), List.of()),
        null);
  }

  private TestingRecord brokenJson() {
    TestingRecord event = event("broken");
    byte[] value = event.value().clone();
    for (int i = 0; i < value.length; i++) {
      if (value[i] == '{') {
        value[i] = '[';
      }
    }
    return with(event, value);
  }

  private byte[] changed(byte[] value) {
    byte[] changed = value.clone();
    for (int i = 0; i <= random.nextInt(4); i++) {
      changed = changed(changed, 5 + random.nextInt(value.length - 5), 1 + random.nextInt(255));
    }
    return changed;
  }

  private static byte[] changed(byte[] value, int at, int by) {
    byte[] changed = value.clone();
    changed[at] ^= (byte) by;
    return changed;
  }

  private static byte[] withSchema(byte[] value, int id) {
    byte[] changed = Arrays.copyOf(value, Math.max(5, value.length));
    ByteBuffer.wrap(changed).put(0, (byte) 0).putInt(1, id);
    return changed;
  }

  /** The capture instance's length claims two gigabytes. */
  private static byte[] bomb(byte[] value) {
    byte[] bomb = Arrays.copyOf(value, 12);
    byte[] twoGigabytes = {2, (byte) 0xF0, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 0x0F};
    System.arraycopy(twoGigabytes, 0, bomb, 5, twoGigabytes.length);
    return bomb;
  }

  /** Every field null, of the same schema. */
  private static byte[] nulls(byte[] value) {
    byte[] nulls = Arrays.copyOf(value, 5 + 11);
    Arrays.fill(nulls, 5, nulls.length, (byte) 0);
    return nulls;
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private static TestingRecord with(TestingRecord record, byte[] value) {
    return new TestingRecord(record.key(), value, record.event());
  }

  private static TestingRecord withKey(TestingRecord record, byte[] key) {
    return new TestingRecord(key, record.value(), record.event());
  }
}
