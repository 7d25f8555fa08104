package dev.mssqlcdc.connector.core;

import dev.mssqlcdc.schemas.Fields;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Names that Avro, Kafka and Delta accept, made from names that SQL Server accepts. */
public final class FieldNames {

  private FieldNames() {}

  /** Letters, digits and underscores stay, every other character becomes an underscore. */
  public static String avroSafe(String name) {
    var safe = new StringBuilder();
    name.codePoints().forEach(c -> safe.appendCodePoint(isWord(c) ? c : '_'));
    boolean startsBadly = safe.isEmpty() || Character.isDigit(safe.charAt(0));
    return startsBadly ? "_" + safe : safe.toString();
  }

  /** An Avro full name made of a topic's name: each part between dots becomes safe. */
  public static String avroFullName(String dotted) {
    return Arrays.stream(dotted.split("\\.", -1))
        .map(FieldNames::avroSafe)
        .collect(Collectors.joining("."));
  }

  /**
   * Field names for columns, in their order. A column whose own name is safe keeps it; of others
   * that collide, ignoring case as Delta does, the later ones get a numbered suffix.
   */
  public static List<String> fields(List<String> columns) {
    List<String> fields = new ArrayList<>(Collections.nCopies(columns.size(), ""));
    Set<String> taken = new TreeSet<>();
    Fields.WIRE.forEach(name -> taken.add(lower(name)));
    Fields.LAKE.forEach(name -> taken.add(lower(name)));
    for (int i = 0; i < fields.size(); i++) {
      String name = columns.get(i);
      if (avroSafe(name).equals(name) && taken.add(lower(name))) {
        fields.set(i, name);
      }
    }
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).isEmpty()) {
        fields.set(i, free(avroSafe(columns.get(i)), taken));
      }
    }
    return fields;
  }

  private static String free(String base, Set<String> taken) {
    String name = base;
    for (int n = 2; !taken.add(lower(name)); n++) {
      name = base + "_" + n;
    }
    return name;
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  private static boolean isWord(int c) {
    return c == '_' || isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }
}
