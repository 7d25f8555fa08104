package dev.mssqlcdc.benchmarks;

import dev.mssqlcdc.benchmarks.JvmProbe.ThreadCpu;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Which threads of a Connect worker spent its CPU time. */
final class CpuShares {

  private static final String JVM = "collector and compilers";
  private static final String OTHER = "worker's other threads";
  private static final Map<String, String> GROUPS = new LinkedHashMap<>();

  static {
    GROUPS.put("mssql-cdc-reader-", "reader");
    GROUPS.put("debezium-", "reader");
    GROUPS.put("task-thread-", "task: poll, convert, send");
    GROUPS.put("kafka-producer-network-thread | connector-", "producer's network thread");
  }

  private CpuShares() {}

  /**
   * Words the shares, the largest first.
   *
   * @param before what threads had spent, by their ids
   * @param after the same, later
   * @param process nanoseconds that the whole process spent in between; what no Java thread spent
   *     is the JVM's own
   */
  static String between(Map<Long, ThreadCpu> before, Map<Long, ThreadCpu> after, long process) {
    Map<String, Long> spent = new LinkedHashMap<>();
    after.forEach(
        (id, thread) -> {
          long earlier = before.containsKey(id) ? before.get(id).nanos() : 0;
          spent.merge(group(thread.name()), thread.nanos() - earlier, Long::sum);
        });
    long java = spent.values().stream().mapToLong(Long::longValue).sum();
    spent.put(JVM, Math.max(0, process - java));
    double all = Math.max(process, java);
    return spent.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .map(each -> "%s %.0f%%".formatted(each.getKey(), 100 * each.getValue() / all))
        .collect(Collectors.joining(", "));
  }

  private static String group(String thread) {
    return GROUPS.entrySet().stream()
        .filter(group -> thread.startsWith(group.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(OTHER);
  }
}
