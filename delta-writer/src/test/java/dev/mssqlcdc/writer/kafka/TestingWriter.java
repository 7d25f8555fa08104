package dev.mssqlcdc.writer.kafka;

import dev.mssqlcdc.sandbox.ChildJvm;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** An instance of {@link TestingWriterMain} in a process of its own. */
final class TestingWriter implements AutoCloseable {

  private final ChildJvm process;
  private final TestingMoments moments;

  private TestingWriter(ChildJvm process, TestingMoments moments) {
    this.process = process;
    this.moments = moments;
  }

  /**
   * Starts an instance.
   *
   * @param name names its files in the folder
   * @param storeMillis how long each commit takes besides its own time
   */
  static TestingWriter start(
      Path folder, String name, Map<String, String> settings, long storeMillis) throws IOException {
    Path file = folder.resolve(name + ".properties");
    Path plan = plan(folder, name);
    Properties properties = new Properties();
    properties.putAll(settings);
    properties.put("hadoop.fs.file.impl", TestingFiles.class.getName());
    try (Writer out = Files.newBufferedWriter(file)) {
      properties.store(out, null);
    }
    ChildJvm process =
        ChildJvm.start(
            new ChildJvm.Program(
                name,
                System.getProperty("java.class.path"),
                TestingWriterMain.class.getName(),
                List.of(
                    "-Xmx256m",
                    "-Xshare:auto",
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-D" + TestingWriterMain.PLAN + "=" + plan,
                    "-D" + TestingWriterMain.STORE_MILLIS + "=" + storeMillis),
                List.of(file.toString()),
                Map.of(),
                folder.resolve(name + ".log")));
    return new TestingWriter(process, new TestingMoments(plan));
  }

  /** The file of an instance's plan. */
  static Path plan(Path folder, String name) {
    return folder.resolve(name + ".plan");
  }

  ChildJvm process() {
    return process;
  }

  TestingMoments moments() {
    return moments;
  }

  void freeze() throws IOException {
    TestingSignals.send(process.pid(), "STOP");
  }

  void thaw() throws IOException {
    TestingSignals.send(process.pid(), "CONT");
  }

  /** Stops it in good order, also where it is frozen. */
  @Override
  public void close() throws IOException {
    if (process.alive()) {
      thaw();
    }
    process.close();
  }
}
