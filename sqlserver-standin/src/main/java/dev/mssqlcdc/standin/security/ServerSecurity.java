package dev.mssqlcdc.standin.security;

import dev.mssqlcdc.standin.model.SqlError;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

/** The logins of a server and what they may do there. Thread-safe. */
public final class ServerSecurity {
  public static final int ADMINISTRATOR_ID = 1;
  private static final int PUBLIC_ID = 2;
  private static final int FIRST_LOGIN_ID = 260;

  /** The fixed server roles, in the order of their principal_ids from 3 on. */
  public static final List<String> ROLES =
      List.of(
          "sysadmin",
          "securityadmin",
          "serveradmin",
          "setupadmin",
          "processadmin",
          "diskadmin",
          "dbcreator",
          "bulkadmin");

  private static final Map<String, Set<Permission>> ROLE_PERMISSIONS =
      Map.of(
          "securityadmin",
          Set.of(Permission.ALTER_ANY_LOGIN),
          "dbcreator",
          Set.of(Permission.CREATE_ANY_DATABASE, Permission.ALTER_ANY_DATABASE),
          "serveradmin",
          Set.of(Permission.VIEW_SERVER_STATE),
          "processadmin",
          Set.of(Permission.VIEW_SERVER_STATE));

  private final AtomicLong version = new AtomicLong();
  private int lastId = FIRST_LOGIN_ID - 1;
  private volatile List<Login> logins;
  private volatile Grants grants = Grants.none();

  /** A server with one login, a sysadmin. */
  public ServerSecurity(String administrator, String password) {
    logins =
        List.of(
            new Login(
                ADMINISTRATOR_ID,
                administrator,
                password,
                "master",
                false,
                Set.of(Login.SYSADMIN)));
    grants =
        grants.with(
            new Grant(
                Grant.State.GRANT, Permission.VIEW_ANY_DATABASE, Securable.server(), PUBLIC_ID));
  }

  /** Rises with every change. */
  public long version() {
    return version.get();
  }

  public List<Login> logins() {
    return logins;
  }

  public List<Grant> grants() {
    return grants.all();
  }

  public Optional<Login> login(String name) {
    return logins.stream().filter(l -> l.name().equalsIgnoreCase(name)).findFirst();
  }

  public Optional<Login> byId(int id) {
    return logins.stream().filter(l -> l.id() == id).findFirst();
  }

  /**
   * Checks a password.
   *
   * @throws SqlError 18456, the same for a wrong password and an unknown login; 18470 for the right
   *     password of a disabled login
   */
  public Login authenticate(String name, String password) {
    Login login =
        login(name).filter(l -> l.password().equals(password)).orElseThrow(() -> loginFailed(name));
    if (login.disabled()) {
      throw new SqlError(
          18470, 14, loginFailed(name).getMessage() + " Reason: The account is disabled.");
    }
    if (!allows(login, Permission.CONNECT_SQL)) {
      throw loginFailed(name);
    }
    return login;
  }

  /** 18456, which gives no reason. */
  public static SqlError loginFailed(String name) {
    return new SqlError(18456, 14, "Login failed for user '" + name + "'.");
  }

  /** True if a login holds a server permission; a sysadmin holds all. */
  public boolean allows(Login login, Permission permission) {
    if (login.isSysadmin()) {
      return true;
    }
    Set<Integer> who = Set.of(login.id(), PUBLIC_ID);
    List<Securable> chain = List.of(Securable.server());
    if (grants.deny(who, permission, chain)) {
      return false;
    }
    return grants.allow(who, permission, chain)
        || grants.allow(who, Permission.CONTROL_SERVER, chain)
        || login.roles().stream()
            .anyMatch(role -> ROLE_PERMISSIONS.getOrDefault(role, Set.of()).contains(permission));
  }

  public synchronized void create(String name, String password, String defaultDatabase) {
    if (login(name).isPresent()) {
      throw SqlError.of(15025, "The server principal '" + name + "' already exists.");
    }
    Login made = new Login(++lastId, name, password, defaultDatabase, false, Set.of());
    List<Login> more = new ArrayList<>(logins);
    more.add(made);
    logins = List.copyOf(more);
    put(new Grant(Grant.State.GRANT, Permission.CONNECT_SQL, Securable.server(), made.id()));
  }

  public synchronized void change(Login old, UnaryOperator<Login> change) {
    logins = logins.stream().map(l -> l.id() == old.id() ? change.apply(l) : l).toList();
    version.incrementAndGet();
  }

  public synchronized void drop(Login dropped) {
    logins = logins.stream().filter(l -> l.id() != dropped.id()).toList();
    grants = grants.withoutGrantee(dropped.id());
    version.incrementAndGet();
  }

  /** Puts a login in a fixed server role or takes it out. */
  public synchronized void member(Login login, String role, boolean in) {
    Set<String> roles = new HashSet<>(login.roles());
    if (in) {
      roles.add(role.toLowerCase(Locale.ROOT));
    } else {
      roles.remove(role.toLowerCase(Locale.ROOT));
    }
    change(login, l -> l.withRoles(roles));
  }

  public synchronized void put(Grant grant) {
    grants = grants.with(grant);
    version.incrementAndGet();
  }

  public synchronized void revoke(Permission permission, int grantee) {
    grants = grants.without(new Grant(Grant.State.GRANT, permission, Securable.server(), grantee));
    version.incrementAndGet();
  }

  /** The principal_id of a login or of public. */
  public Optional<Integer> principalId(String name) {
    return name.equalsIgnoreCase("public") ? Optional.of(PUBLIC_ID) : login(name).map(Login::id);
  }
}
