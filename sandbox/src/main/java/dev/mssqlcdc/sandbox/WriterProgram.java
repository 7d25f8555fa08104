package dev.mssqlcdc.sandbox;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The delta-writer as users run it, on a settings file with a sandbox's addresses. */
public final class WriterProgram {

  private static final String MODULE = "delta-writer";
  private static final String KAFKA = "bootstrap.servers";
  private static final String REGISTRY = "schema.registry.url";

  private WriterProgram() {}

  /**
   * Starts it on the settings that the product ships; it stops with the sandbox.
   *
   * @param name of its settings file and its log
   * @param overrides laid over the file's settings
   */
  public static ChildJvm start(Sandbox sandbox, String name, Map<String, String> overrides) {
    Map<String, String> settings =
        PropertyFiles.read(ProductHome.find().resolve("connect-config/delta-writer.properties"));
    settings.keySet().removeAll(List.of(KAFKA, REGISTRY));
    settings.putAll(overrides);
    return start(sandbox, name, List.of("-Xmx768m"), settings);
  }

  /**
   * Starts it; what is not set has its default.
   *
   * @param jvmArgs for example {@code -Xmx1g}
   * @param settings with other addresses of Kafka and the registry only where they are to differ
   */
  public static ChildJvm start(
      Sandbox sandbox, String name, List<String> jvmArgs, Map<String, String> settings) {
    Path file = sandbox.folder("settings").resolve(name + ".properties");
    Map<String, String> all = new HashMap<>();
    all.put(KAFKA, sandbox.bootstrapServers());
    all.put(REGISTRY, sandbox.registryUrl());
    all.putAll(settings);
    PropertyFiles.write(file, all);
    return sandbox.run(
        new ChildJvm.Program(
            name,
            ProductHome.find().programClassPath(MODULE),
            "dev.mssqlcdc.writer.Main",
            jvmArgs,
            List.of("--config", file.toString()),
            Map.of(),
            sandbox.log(name)));
  }
}
