package dev.mssqlcdc.standin.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The arguments of a procedure, by position or by name. */
public final class Arguments {
  private final List<Object> positional = new ArrayList<>();
  private final Map<String, Object> named = new HashMap<>();

  /**
   * Adds an argument.
   *
   * @param name with its {@code @}, or empty
   */
  public void add(String name, Object value) {
    if (name.isEmpty()) {
      positional.add(value);
    } else {
      named.put(name.toLowerCase(Locale.ROOT), value);
    }
  }

  /** The argument of a name, or at a zero-based position; null if it is not given. */
  Object value(int position, String name) {
    if (named.containsKey(name)) {
      return named.get(name);
    }
    return position < positional.size() ? positional.get(position) : null;
  }

  /** True if the argument is given, be it NULL. */
  boolean isGiven(int position, String name) {
    return named.containsKey(name) || position < positional.size();
  }

  Optional<Long> number(int position, String name) {
    return Optional.ofNullable(value(position, name))
        .map(value -> value instanceof Number n ? n.longValue() : Long.parseLong(value.toString()));
  }

  Optional<String> text(int position, String name) {
    return Optional.ofNullable(value(position, name)).map(Object::toString);
  }

  Optional<Boolean> flag(int position, String name) {
    return Optional.ofNullable(value(position, name))
        .map(value -> value instanceof Boolean flag ? flag : !value.toString().equals("0"));
  }
}
