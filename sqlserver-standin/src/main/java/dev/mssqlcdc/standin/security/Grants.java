package dev.mssqlcdc.standin.security;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** All grants and denials of a database or a server. Immutable. */
public record Grants(List<Grant> all) {
  public Grants {
    all = List.copyOf(all);
  }

  static Grants none() {
    return new Grants(List.of());
  }

  /**
   * Grants or denies, in place of what was said before. A table-wide statement also ends what was
   * said about the table's columns.
   */
  Grants with(Grant grant) {
    List<Grant> changed = new ArrayList<>(without(grant).all);
    changed.add(grant);
    return new Grants(changed);
  }

  /** REVOKE: takes back a grant and a denial alike. */
  Grants without(Grant revoked) {
    Securable on = revoked.on();
    return new Grants(
        all.stream()
            .filter(
                grant ->
                    !grant.isAbout(revoked.permission(), on, revoked.grantee())
                        && !grant.isAbout(
                            revoked.permission(),
                            on.column() == 0 ? on.column(grant.on().column()) : on,
                            revoked.grantee()))
            .toList());
  }

  Grants withoutGrantee(int principal) {
    return new Grants(all.stream().filter(grant -> grant.grantee() != principal).toList());
  }

  /**
   * True if the principals hold a permission: some grant covers it and no denial does. One oddity
   * of SQL Server's is kept: a grant on a column outweighs a denial on its table.
   *
   * @param chain the securable and what contains it, the widest first
   */
  boolean allow(Set<Integer> principals, Permission wanted, List<Securable> chain) {
    Securable target = chain.get(chain.size() - 1);
    boolean granted = false;
    boolean denied = false;
    boolean tableDenied = false;
    boolean columnGranted = false;
    for (Grant grant : all) {
      boolean applies =
          principals.contains(grant.grantee())
              && chain.contains(grant.on())
              && grant.permission().covers(wanted, grant.on().scope());
      if (!applies) {
        continue;
      }
      boolean onTable = grant.on().scope() == Scope.OBJECT && grant.on().column() == 0;
      if (!grant.denies()) {
        granted = true;
        columnGranted |= grant.on().column() != 0;
      } else if (onTable && target.column() != 0) {
        tableDenied = true;
      } else {
        denied = true;
      }
    }
    return granted && !denied && (!tableDenied || columnGranted);
  }

  /** True if a permission on the object, or on one of its columns, is granted and not denied. */
  boolean touches(Set<Integer> principals, Securable object, List<Securable> chain) {
    for (Permission permission : Permission.values()) {
      if (permission.appliesTo(Scope.OBJECT) && allow(principals, permission, chain)) {
        return true;
      }
    }
    return all.stream()
        .anyMatch(
            grant ->
                !grant.denies()
                    && principals.contains(grant.grantee())
                    && grant.on().key().equals(object.key())
                    && grant.on().column() != 0
                    && grant.on().scope() == Scope.OBJECT);
  }

  /** True if a permission is explicitly denied somewhere in the chain. */
  boolean deny(Set<Integer> principals, Permission wanted, List<Securable> chain) {
    return all.stream()
        .anyMatch(
            grant ->
                grant.denies()
                    && principals.contains(grant.grantee())
                    && chain.contains(grant.on())
                    && grant.permission().covers(wanted, grant.on().scope()));
  }
}
