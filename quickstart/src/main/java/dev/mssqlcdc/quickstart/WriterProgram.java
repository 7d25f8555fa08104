package dev.mssqlcdc.quickstart;

import dev.mssqlcdc.sandbox.ChildJvm;
import dev.mssqlcdc.sandbox.ProductHome;
import dev.mssqlcdc.sandbox.PropertyFiles;
import dev.mssqlcdc.sandbox.Sandbox;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The delta-writer as users run it: on their settings file, with a sandbox's addresses. */
final class WriterProgram {

  private static final String MODULE = "delta-writer";

  private WriterProgram() {}

  /**
   * Starts it; it stops with the sandbox.
   *
   * @param name of its settings file and its log
   * @param overrides laid over the file's settings
   */
  static ChildJvm start(Sandbox sandbox, String name, Map<String, String> overrides) {
    ProductHome home = ProductHome.find();
    Path settings = sandbox.folder("settings").resolve(name + ".properties");
    Map<String, String> all =
        PropertyFiles.read(home.resolve("connect-config/delta-writer.properties"));
    all.put("bootstrap.servers", sandbox.bootstrapServers());
    all.put("schema.registry.url", sandbox.registryUrl());
    all.put("http.listen", "127.0.0.1:0");
    all.putAll(overrides);
    PropertyFiles.write(settings, all);
    return sandbox.run(
        new ChildJvm.Program(
            name,
            home.programClassPath(MODULE),
            "dev.mssqlcdc.writer.Main",
            List.of("-Xmx768m"),
            List.of("--config", settings.toString()),
            Map.of(),
            sandbox.log(name)));
  }
}
