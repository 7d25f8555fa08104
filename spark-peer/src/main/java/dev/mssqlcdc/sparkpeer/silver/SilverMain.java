package dev.mssqlcdc.sparkpeer.silver;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** Serves one client: a line says what to do, a line answers {@code ok} and a figure. */
public final class SilverMain {

  private SilverMain() {}

  /**
   * Serves until the client is gone.
   *
   * @param args the folder for lakes, and the file that gets the port
   */
  public static void main(String[] args) throws IOException {
    Host host = new Host(Path.of(args[0]));
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      tellPort(Path.of(args[1]), server.getLocalPort());
      try (Socket client = server.accept();
          BufferedReader in =
              new BufferedReader(
                  new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
          PrintWriter out =
              new PrintWriter(client.getOutputStream(), true, StandardCharsets.UTF_8)) {
        for (String line = in.readLine(); line != null; line = in.readLine()) {
          out.println("ok " + host.answer(List.of(line.split(" "))));
        }
      }
    }
    // Spark leaves threads behind that are no daemons.
    System.exit(0);
  }

  private static void tellPort(Path file, int port) throws IOException {
    Path whole = file.resolveSibling(file.getFileName() + ".part");
    Files.writeString(whole, "" + port);
    Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
