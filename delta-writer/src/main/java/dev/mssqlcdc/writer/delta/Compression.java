package dev.mssqlcdc.writer.delta;

import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Compression of the Parquet files. */
public enum Compression {
  ZSTD(CompressionCodecName.ZSTD),
  SNAPPY(CompressionCodecName.SNAPPY);

  private final CompressionCodecName codec;

  Compression(CompressionCodecName codec) {
    this.codec = codec;
  }

  CompressionCodecName codec() {
    return codec;
  }
}
