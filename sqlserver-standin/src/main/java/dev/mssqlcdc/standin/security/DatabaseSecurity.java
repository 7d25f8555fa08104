package dev.mssqlcdc.standin.security;

import dev.mssqlcdc.standin.model.SqlError;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** The users, roles and permissions of a database. Thread-safe. */
public final class DatabaseSecurity {
  private static final int FIRST_PRINCIPAL_ID = 5;
  private static final Grants FIXED = FixedRole.grants();

  private final AtomicLong version = new AtomicLong();
  private int lastId = FIRST_PRINCIPAL_ID - 1;
  private volatile State state;

  /** A member of a role, by principal_id. */
  public record Membership(int role, int member) {}

  /** Everything at one moment. */
  public record State(List<Principal> principals, Set<Membership> members, Grants grants) {
    private State withPrincipals(List<Principal> changed) {
      return new State(List.copyOf(changed), members, grants);
    }

    private State withMembers(Set<Membership> changed) {
      return new State(principals, Set.copyOf(changed), grants);
    }

    private State withGrants(Grants changed) {
      return new State(principals, members, changed);
    }
  }

  /**
   * A new database.
   *
   * @param owner the principal_id of the login that is its dbo
   * @param guests true if logins without a user come in as guest, as into master
   */
  public DatabaseSecurity(int owner, boolean guests) {
    List<Principal> principals = new ArrayList<>();
    principals.add(
        new Principal(Principal.PUBLIC, "public", Principal.Kind.ROLE, Principal.NO_LOGIN, false));
    principals.add(new Principal(Principal.DBO, "dbo", Principal.Kind.USER, owner, false));
    principals.add(
        new Principal(Principal.GUEST, "guest", Principal.Kind.USER, Principal.NO_LOGIN, false));
    principals.add(
        new Principal(3, "INFORMATION_SCHEMA", Principal.Kind.USER, Principal.NO_LOGIN, false));
    principals.add(new Principal(4, "sys", Principal.Kind.USER, Principal.NO_LOGIN, false));
    principals.addAll(FixedRole.principals());
    Grants grants = Grants.none().with(connect(Principal.DBO));
    state =
        new State(principals, Set.of(), guests ? grants.with(connect(Principal.GUEST)) : grants);
  }

  private static Grant connect(int principal) {
    return new Grant(Grant.State.GRANT, Permission.CONNECT, Securable.database(), principal);
  }

  /** Rises with every change. */
  public long version() {
    return version.get();
  }

  public State state() {
    return state;
  }

  /** Becomes what it was, as the database does that is restored. */
  public synchronized void restore(State earlier) {
    change(now -> earlier);
  }

  private synchronized void change(UnaryOperator<State> change) {
    state = change.apply(state);
    version.incrementAndGet();
  }

  public List<Principal> principals() {
    return state.principals();
  }

  public Set<Membership> memberships() {
    return state.members();
  }

  /** What GRANT and DENY said, without what fixed roles hold. */
  public List<Grant> grants() {
    return state.grants().all();
  }

  public Optional<Principal> principal(String name) {
    return state.principals().stream().filter(p -> p.name().equalsIgnoreCase(name)).findFirst();
  }

  public Optional<Principal> byId(int id) {
    return state.principals().stream().filter(p -> p.id() == id).findFirst();
  }

  /** The user of a login; guest, where guests may connect; empty for a login without access. */
  public Optional<Principal> userOf(int loginId) {
    Optional<Principal> mapped =
        state.principals().stream().filter(p -> p.loginId() == loginId).findFirst();
    return mapped.or(() -> byId(Principal.GUEST)).filter(this::mayConnect);
  }

  private boolean mayConnect(Principal user) {
    return user.id() == Principal.DBO
        || allows(user, Permission.CONNECT, List.of(Securable.database()));
  }

  /** The principal, the roles it is in, directly or through roles, and public. */
  public Set<Integer> closure(Principal principal) {
    State now = state;
    Set<Integer> found = new HashSet<>(Set.of(principal.id(), Principal.PUBLIC));
    boolean grew = true;
    while (grew) {
      grew = false;
      for (Membership membership : now.members()) {
        grew |= found.contains(membership.member()) && found.add(membership.role());
      }
    }
    return found;
  }

  /** True for a member of a role, directly or through roles; everyone is in public. */
  public boolean isMember(Principal principal, Principal role) {
    return closure(principal).contains(role.id());
  }

  /** True for a member of db_owner. */
  public boolean isOwner(Principal principal) {
    return principal.id() == Principal.DBO || closure(principal).contains(FixedRole.DB_OWNER.id());
  }

  /** True for a member of db_ddladmin. */
  public boolean isDefiner(Principal principal) {
    return closure(principal).contains(FixedRole.DB_DDLADMIN.id());
  }

  /** True for a member of db_securityadmin. */
  public boolean isSecurityAdmin(Principal principal) {
    return closure(principal).contains(FixedRole.DB_SECURITYADMIN.id());
  }

  /**
   * True if a principal holds a permission; dbo holds all.
   *
   * @param chain the securable and what contains it, the widest first
   */
  public boolean allows(Principal principal, Permission permission, List<Securable> chain) {
    return principal.id() == Principal.DBO
        || effective().allow(closure(principal), permission, chain);
  }

  /** True if a permission is expressly denied to a principal, whatever it is granted. */
  public boolean denies(Principal principal, Permission permission, List<Securable> chain) {
    return principal.id() != Principal.DBO
        && effective().deny(closure(principal), permission, chain);
  }

  /** True if a principal may see that an object exists. */
  public boolean sees(Principal principal, Securable object, String schema) {
    List<Securable> chain = object.chain(schema);
    Set<Integer> closure = closure(principal);
    Grants grants = effective();
    boolean hidden = grants.deny(closure, Permission.VIEW_DEFINITION, chain);
    return principal.id() == Principal.DBO || (!hidden && grants.touches(closure, object, chain));
  }

  private Grants effective() {
    List<Grant> all = new ArrayList<>(FIXED.all());
    all.addAll(state.grants().all());
    return new Grants(all);
  }

  /** Makes a user or a role. */
  public synchronized Principal create(String name, Principal.Kind kind, int loginId) {
    if (principal(name).isPresent()) {
      throw SqlError.of(
          15023, "User, group, or role '" + name + "' already exists in the current database.");
    }
    boolean taken =
        loginId != Principal.NO_LOGIN
            && state.principals().stream().anyMatch(p -> p.loginId() == loginId);
    if (taken) {
      throw SqlError.of(15063, "The login already has an account under a different user name.");
    }
    Principal made = new Principal(++lastId, name, kind, loginId, false);
    change(
        before -> {
          List<Principal> more = new ArrayList<>(before.principals());
          more.add(made);
          State with = before.withPrincipals(more);
          return made.isRole() ? with : with.withGrants(with.grants().with(connect(made.id())));
        });
    return made;
  }

  /** Drops a user or a role with all that was granted to it. */
  public synchronized void drop(Principal dropped) {
    boolean hasMembers = state.members().stream().anyMatch(m -> m.role() == dropped.id());
    if (hasMembers) {
      throw SqlError.of(15144, "The role has members. It must be empty before it can be dropped.");
    }
    change(
        before -> {
          Set<Membership> members = new HashSet<>(before.members());
          members.removeIf(m -> m.member() == dropped.id());
          return before
              .withPrincipals(
                  before.principals().stream().filter(p -> p.id() != dropped.id()).toList())
              .withMembers(members)
              .withGrants(before.grants().withoutGrantee(dropped.id()));
        });
  }

  /** Renames a principal. */
  public synchronized void rename(Principal principal, String name) {
    replace(principal, principal.named(name));
  }

  /** Gives a user another login. */
  public synchronized void map(Principal user, int loginId) {
    replace(user, user.of(loginId));
  }

  private void replace(Principal old, Principal changed) {
    change(
        before ->
            before.withPrincipals(
                before.principals().stream().map(p -> p.id() == old.id() ? changed : p).toList()));
  }

  public synchronized void addMember(Principal role, Principal member) {
    if (closure(role).contains(member.id()) && member.isRole()) {
      throw SqlError.of(15413, "Cannot make a role a member of itself.");
    }
    changeMembers(members -> members.add(new Membership(role.id(), member.id())));
  }

  public synchronized void removeMember(Principal role, Principal member) {
    changeMembers(members -> members.remove(new Membership(role.id(), member.id())));
  }

  private void changeMembers(Consumer<Set<Membership>> edit) {
    change(
        before -> {
          Set<Membership> members = new HashSet<>(before.members());
          edit.accept(members);
          return before.withMembers(members);
        });
  }

  /** GRANT or DENY. */
  public synchronized void put(Grant grant) {
    change(before -> before.withGrants(before.grants().with(grant)));
  }

  /** REVOKE. */
  public synchronized void revoke(Permission permission, Securable on, int grantee) {
    Grant revoked = new Grant(Grant.State.GRANT, permission, on, grantee);
    change(before -> before.withGrants(before.grants().without(revoked)));
  }
}
