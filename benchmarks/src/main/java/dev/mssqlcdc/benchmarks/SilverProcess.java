package dev.mssqlcdc.benchmarks;

import dev.mssqlcdc.sandbox.ChildJvm;
import dev.mssqlcdc.sandbox.ProductHome;
import dev.mssqlcdc.sandbox.Sandbox;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A Spark session in a process of its own, which has the silver job and its peer. */
final class SilverProcess implements AutoCloseable {

  private static final String NAME = "silver";
  private static final String OK = "ok ";
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Sandbox sandbox;
  private final ChildJvm process;
  private final Socket socket;
  private final PrintWriter out;
  private final BufferedReader in;

  private SilverProcess(Sandbox sandbox, ChildJvm process, Socket socket) throws IOException {
    this.sandbox = sandbox;
    this.process = process;
    this.socket = socket;
    this.out = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8);
    this.in =
        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
  }

  static SilverProcess start() {
    Sandbox sandbox = Sandbox.start();
    try {
      Path lakes = sandbox.folder(NAME);
      Path port = lakes.resolve("port");
      ChildJvm process = sandbox.run(program(sandbox, lakes, port));
      process.await("it listens", PATIENCE, () -> Files.exists(port));
      Socket socket =
          new Socket(
              InetAddress.getLoopbackAddress(), Integer.parseInt(Files.readString(port).strip()));
      return new SilverProcess(sandbox, process, socket);
    } catch (IOException | RuntimeException e) {
      sandbox.close();
      throw new IllegalStateException("no Spark for the silver job", e);
    }
  }

  /** As {@code bin/silver-job} is started. */
  private static ChildJvm.Program program(Sandbox sandbox, Path lakes, Path port) {
    ProductHome home = ProductHome.find();
    return new ChildJvm.Program(
        NAME,
        home.programClassPath("spark-peer") + ":" + home.programClassPath("silver-job"),
        "dev.mssqlcdc.sparkpeer.silver.SilverMain",
        List.of(
            "-Xmx2g",
            "@" + home.resolve("silver-job/conf/spark-jvm.args"),
            "-Dlog4j2.configurationFile=" + home.resolve("silver-job/conf/log4j2.properties")),
        List.of(lakes.toString(), port.toString()),
        Map.of(),
        sandbox.log(NAME));
  }

  /** Has it do something, and gives its figure. */
  double ask(Object... words) throws IOException {
    List<String> line = new ArrayList<>();
    for (Object word : words) {
      line.add(word.toString());
    }
    out.println(String.join(" ", line));
    String answer = in.readLine();
    if (answer == null || !answer.startsWith(OK)) {
      throw new IllegalStateException(
          "%s: no answer to %s%n%s".formatted(NAME, line, process.tail()));
    }
    return Double.parseDouble(answer.substring(OK.length()));
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } finally {
      sandbox.close();
    }
  }
}
