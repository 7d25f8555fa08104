package dev.mssqlcdc.quickstart;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bin/quickstart}: exit 0 when the lake equals the source, 1 when not. */
@Command(
    name = "quickstart",
    mixinStandardHelpOptions = true,
    description = {
      "Runs the whole flow on this machine: a SQL Server stand-in with a sample shop, a Connect",
      "worker with the connector, Kafka, the delta-writer and the silver job; then compares every",
      "table of the lake with its source, value by value."
    })
public final class Main implements Callable<Integer> {

  @Option(names = "--seed", description = "makes the workload reproducible", defaultValue = "1")
  private long seed;

  @Option(names = "--keep", description = "leave everything up and tell what to try next")
  private boolean keep;

  private static volatile boolean stopping;

  @Override
  public Integer call() throws Exception {
    Steps steps = new Steps(System.out);
    steps.say("starting Kafka, schema registry, SQL Server stand-in and Connect worker");
    try (Pipeline pipeline = Pipeline.start()) {
      steps.say("all are ready; seed %d".formatted(seed));
      List<TableResult> results = new Quickstart(pipeline, seed, steps).run();
      Report.print(results, System.out);
      boolean equal = results.stream().allMatch(TableResult::equal);
      System.out.println(
          equal ? "The lake equals the source." : "THE LAKE DIFFERS FROM THE SOURCE; see above.");
      if (keep) {
        keep(pipeline);
      }
      return equal ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }
  }

  private static void keep(Pipeline pipeline) throws InterruptedException {
    System.out.printf(
        """

        Everything is up until Ctrl-C:
          SQL Server   %s;user=%s;password=%s
          Connect      %s/connectors/shop/status
          Kafka        %s
          Registry     %s/subjects
          Lake         %s
          Logs         %s

        Try: change a row with any SQL Server client, then bring silver up to date:
          bin/silver-job apply --lake-root %s
        """,
        pipeline.sandbox().sqlServer().jdbcUrl(Shop.DATABASE),
        pipeline.sandbox().sqlServer().user(),
        pipeline.sandbox().sqlServer().password(),
        pipeline.sandbox().connectUrl(),
        pipeline.sandbox().bootstrapServers(),
        pipeline.sandbox().registryUrl(),
        pipeline.lake().root(),
        pipeline.sandbox().log("connect").getParent(),
        pipeline.lake().root());
    new CountDownLatch(1).await();
  }

  /** What a user can act on: the messages. The stack is for a bug report. */
  private static int failed(Exception e, CommandLine command, CommandLine.ParseResult parsed) {
    if (stopping) {
      return CommandLine.ExitCode.SOFTWARE;
    }
    System.err.println("\nThe quickstart failed.");
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      System.err.println("  " + cause.getMessage());
    }
    System.err.println("\nFor a bug report:");
    e.printStackTrace();
    return CommandLine.ExitCode.SOFTWARE;
  }

  /**
   * Exits 0 when all is equal, 1 when not or when something failed, 2 on wrong words.
   *
   * @param args see {@code --help}
   */
  public static void main(String[] args) {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stopping = true, "stopping"));
    System.exit(
        new CommandLine(new Main()).setExecutionExceptionHandler(Main::failed).execute(args));
  }
}
