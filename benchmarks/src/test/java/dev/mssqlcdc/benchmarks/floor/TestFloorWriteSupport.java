package dev.mssqlcdc.benchmarks.floor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.avro.util.Utf8;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestFloorWriteSupport {

  private static final Schema AMOUNT =
      LogicalTypes.decimal(18, 2).addToSchema(Schema.create(Schema.Type.BYTES));
  private static final Schema EVENT =
      SchemaBuilder.record("Event").fields().requiredString("id").endRecord();
  private static final Schema RECORD =
      SchemaBuilder.record("Row")
          .fields()
          .requiredInt("id")
          .name("amount")
          .type(Schema.createUnion(Schema.create(Schema.Type.NULL), AMOUNT))
          .noDefault()
          .optionalString("note")
          .name("_event")
          .type(Schema.createUnion(Schema.create(Schema.Type.NULL), EVENT))
          .noDefault()
          .endRecord();

  @TempDir private Path folder;

  private static GenericRecord row(int id, byte[] amount, String note) {
    return new GenericRecordBuilder(RECORD)
        .set("id", id)
        .set("amount", ByteBuffer.wrap(amount))
        .set("note", note == null ? null : new Utf8(note))
        .set("_event", null)
        .build();
  }

  @Test
  void recordsCanBeReadFromTheFile() throws IOException {
    Path path = folder.resolve("a.parquet");
    Configuration hadoop = new Configuration();
    try (ParquetWriter<FloorRow> file = FloorWriteSupport.open(path, RECORD, hadoop)) {
      file.write(new FloorRow(row(1, new byte[] {0x04, (byte) 0xD2}, "Zürich"), 10));
      file.write(new FloorRow(row(2, new byte[] {(byte) 0xFB, 0x2E}, null), 11));
    }
    org.apache.hadoop.fs.Path written = new org.apache.hadoop.fs.Path(path.toUri());
    try (ParquetReader<Group> reader =
        ParquetReader.builder(new GroupReadSupport(), written).build()) {
      Group first = reader.read();
      assertThat(first.getLong("amount", 0)).isEqualTo(1234);
      assertThat(first.getString("note", 0)).isEqualTo("Zürich");
      assertThat(first.getLong("_kafka_offset", 0)).isEqualTo(10);
      assertThat(first.getType().containsField("_event")).isFalse();
      Group second = reader.read();
      assertThat(second.getInteger("id", 0)).isEqualTo(2);
      assertThat(second.getLong("amount", 0)).isEqualTo(-1234);
      assertThat(second.getFieldRepetitionCount("note")).isZero();
      assertThat(reader.read()).isNull();
    }
  }
}
