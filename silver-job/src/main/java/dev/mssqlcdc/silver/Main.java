package dev.mssqlcdc.silver;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The program. Exit codes: 0 done, 1 a table or the whole run failed, 2 wrong usage; those of
 * {@code is-final} and {@code reconcile} are in their own help.
 */
@Command(
    name = "silver-job",
    description =
        "Keeps one current-state table per source table, from bronze, and the lake in order.",
    subcommands = {
      ApplyCommand.class,
      IsFinalCommand.class,
      MaintainCommand.class,
      ReconcileCommand.class
    },
    synopsisSubcommandLabel = "COMMAND")
public final class Main implements Runnable {

  @CommandLine.Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Shows this.")
  @SuppressWarnings("unused") // picocli asks for it
  private boolean help;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  Main() {}

  /** Starts the program and ends the process with its exit code. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new Main()).execute(args));
  }

  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(), "name a command: apply, is-final, maintain or reconcile");
  }
}
