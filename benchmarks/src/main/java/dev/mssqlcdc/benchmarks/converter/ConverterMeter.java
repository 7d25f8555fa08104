package dev.mssqlcdc.benchmarks.converter;

import dev.mssqlcdc.avro.AvroConverter;
import dev.mssqlcdc.connector.record.WireRecord;
import java.util.Map;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.storage.Converter;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** One thread converts key and value of one record after another, as a worker's task does. */
@State(Scope.Thread)
public class ConverterMeter {

  /** Measures this product's converter. */
  public static final String AVRO = "avro";

  /** Measures Connect's JSON converter without schemas. */
  public static final String JSON = "json";

  /** Which converter. */
  @Param({AVRO, JSON})
  public String converter;

  /** Address of the registry's Confluent REST API. */
  @Param("")
  public String registry;

  private final WireRecord row = SampleRecord.make();
  private Converter keys;
  private Converter values;

  /** Configures the converters. */
  @Setup
  public void configure() {
    keys = make(true);
    values = make(false);
  }

  private Converter make(boolean isKey) {
    if (converter.equals(JSON)) {
      Converter json = new JsonConverter();
      json.configure(Map.of("schemas.enable", "false"), isKey);
      return json;
    }
    Converter avro = new AvroConverter();
    avro.configure(Map.of("schema.registry.url", registry), isKey);
    return avro;
  }

  /** Converts one record. */
  @Benchmark
  public void convert(Blackhole hole) {
    hole.consume(convert(keys, row.key()));
    hole.consume(convert(values, row.value()));
  }

  private static byte[] convert(Converter by, Struct struct) {
    return by.fromConnectData(SampleRecord.TOPIC, struct.schema(), struct);
  }
}
