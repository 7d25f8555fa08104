package dev.mssqlcdc.standin.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.standin.model.SqlError;
import java.util.List;
import org.junit.jupiter.api.Test;

class TestDatabaseSecurity {
  private static final int LOGIN = 260;

  private final DatabaseSecurity security =
      new DatabaseSecurity(ServerSecurity.ADMINISTRATOR_ID, false);

  private Principal role(String name) {
    return security.create(name, Principal.Kind.ROLE, Principal.NO_LOGIN);
  }

  private boolean reads(Principal principal) {
    return security.allows(principal, Permission.SELECT, Securable.object("1").chain("dbo"));
  }

  @Test
  void aLoginIsItsUserAndTheOwnerIsDbo() {
    assertThat(security.userOf(LOGIN)).isEmpty();
    Principal user = security.create("u", Principal.Kind.USER, LOGIN);
    assertThat(security.userOf(LOGIN)).contains(user);
    assertThat(security.userOf(ServerSecurity.ADMINISTRATOR_ID).orElseThrow().name())
        .isEqualTo("dbo");
    assertThat(new DatabaseSecurity(1, true).userOf(LOGIN).orElseThrow().name()).isEqualTo("guest");
  }

  @Test
  void membershipReachesThroughRoles() {
    Principal user = security.create("u", Principal.Kind.USER, LOGIN);
    Principal inner = role("inner");
    Principal outer = role("outer");
    security.addMember(inner, user);
    security.addMember(outer, inner);
    security.addMember(security.principal("db_datareader").orElseThrow(), outer);
    assertThat(reads(user)).isTrue();
    assertThat(security.isMember(user, outer)).isTrue();
    security.removeMember(outer, inner);
    assertThat(reads(user)).isFalse();
  }

  @Test
  void aRoleIsNoMemberOfItself() {
    Principal inner = role("inner");
    Principal outer = role("outer");
    security.addMember(outer, inner);
    assertThatThrownBy(() -> security.addMember(inner, outer))
        .isInstanceOf(SqlError.class)
        .hasMessage("Cannot make a role a member of itself.");
  }

  @Test
  void aDroppedPrincipalLeavesNoGrantForTheNextOfItsName() {
    Principal first = security.create("u", Principal.Kind.USER, LOGIN);
    security.put(new Grant(Grant.State.GRANT, Permission.SELECT, Securable.database(), first.id()));
    assertThat(reads(first)).isTrue();
    security.drop(first);
    Principal second = security.create("u", Principal.Kind.USER, LOGIN);
    assertThat(second.id()).isNotEqualTo(first.id());
    assertThat(reads(second)).isFalse();
  }

  @Test
  void aRestoreBringsBackWhatWasDroppedAndKeepsIdsApart() {
    Principal user = security.create("u", Principal.Kind.USER, LOGIN);
    security.put(new Grant(Grant.State.GRANT, Permission.SELECT, Securable.database(), user.id()));
    DatabaseSecurity.State before = security.state();
    long version = security.version();
    security.drop(user);
    security.restore(before);
    assertThat(security.userOf(LOGIN)).contains(user);
    assertThat(reads(user)).isTrue();
    assertThat(security.version()).isGreaterThan(version);
    assertThat(role("r").id()).isGreaterThan(user.id());
  }

  @Test
  void dboHoldsWhateverIsDenied() {
    Principal dbo = security.byId(Principal.DBO).orElseThrow();
    security.put(
        new Grant(Grant.State.DENY, Permission.SELECT, Securable.database(), Principal.PUBLIC));
    assertThat(reads(dbo)).isTrue();
    assertThat(security.sees(dbo, Securable.object("1"), "dbo")).isTrue();
  }

  @Test
  void everyPermissionHasItsCodeAndItsName() {
    assertThat(List.of(Permission.values()))
        .allSatisfy(p -> assertThat(p.code()).hasSize(4))
        .allSatisfy(p -> assertThat(Permission.named(p.sqlName())).contains(p));
    assertThat(Permission.named("exec")).contains(Permission.EXECUTE);
  }
}
