package dev.mssqlcdc.sandbox;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;

/**
 * Runs another main class, and ends its process when its standard input ends: that is, when the
 * parent process is gone, however it went. So no child outlives a parent that was killed.
 */
public final class Leash {

  private static final int PARENT_GONE = 143;

  private Leash() {}

  /**
   * Runs {@code args[0]} with the other arguments.
   *
   * @param args the main class's name, then its arguments
   */
  public static void main(String[] args) throws ReflectiveOperationException {
    Thread watch = new Thread(Leash::awaitEndOfInput, "leash");
    watch.setDaemon(true);
    watch.start();
    String[] rest = Arrays.copyOfRange(args, 1, args.length);
    try {
      Class.forName(args[0]).getMethod("main", String[].class).invoke(null, (Object) rest);
    } catch (InvocationTargetException e) {
      e.getCause().printStackTrace();
      System.exit(1);
    }
  }

  private static void awaitEndOfInput() {
    try {
      while (System.in.read() >= 0) {
        // Nothing is ever written; only the end matters.
      }
    } catch (IOException e) {
      // An unreadable input is an ended one.
    }
    Runtime.getRuntime().halt(PARENT_GONE);
  }
}
