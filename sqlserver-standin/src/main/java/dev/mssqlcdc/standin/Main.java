package dev.mssqlcdc.standin;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the stand-in alone. */
@Command(
    name = "sqlserver-standin",
    mixinStandardHelpOptions = true,
    description = "A SQL Server stand-in for tests: TDS over H2, change data capture simulated.")
public final class Main implements Callable<Integer> {
  @Option(
      names = "--port",
      defaultValue = "1433",
      description = "TCP port on localhost, 0 for a free one (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--password",
      defaultValue = StandinOptions.DEFAULT_PASSWORD,
      description = "Password of the login sa (default: ${DEFAULT-VALUE}).")
  private String password;

  @Option(names = "--database", description = "A database to make; may be given several times.")
  private List<String> databases = new ArrayList<>();

  public static void main(String[] arguments) {
    System.exit(new CommandLine(new Main()).execute(arguments));
  }

  @Override
  public Integer call() throws InterruptedException {
    StandinOptions options = StandinOptions.defaults().withPort(port).withPassword(password);
    StandinServer server = StandinServer.start(options);
    Runtime.getRuntime().addShutdownHook(new Thread(server::close, "standin-shutdown"));
    databases.forEach(server::createDatabase);
    System.out.println("SQL Server stand-in, login " + options.user() + ". Stop it with Ctrl-C.");
    List<String> names = databases.isEmpty() ? List.of("master") : databases;
    names.forEach(name -> System.out.println(server.jdbcUrl(name)));
    System.out.flush();
    new CountDownLatch(1).await();
    return 0;
  }
}
