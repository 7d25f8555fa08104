package dev.mssqlcdc.standin.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class TestGrants {
  private static final int USER = 5;
  private static final int ROLE = 6;
  private static final int STRANGER = 7;
  private static final Set<Integer> CLOSURE = Set.of(USER, ROLE, Principal.PUBLIC);
  private static final Securable TABLE = Securable.object("1");
  private static final List<Securable> TABLE_CHAIN = TABLE.chain("dbo");
  private static final List<Securable> COLUMN_CHAIN = TABLE.column(2).chain("dbo");

  @Provide
  Arbitrary<List<Grant>> statements() {
    Arbitrary<Grant.State> states = Arbitraries.of(Grant.State.values());
    Arbitrary<Permission> permissions =
        Arbitraries.of(
            Permission.SELECT, Permission.UPDATE, Permission.CONTROL, Permission.VIEW_DEFINITION);
    Arbitrary<Securable> securables =
        Arbitraries.of(
            Securable.database(),
            Securable.schema("dbo"),
            Securable.schema("other"),
            TABLE,
            TABLE.column(1),
            TABLE.column(2),
            Securable.object("2"));
    Arbitrary<Integer> grantees = Arbitraries.of(USER, ROLE, STRANGER, Principal.PUBLIC);
    return Combinators.combine(states, permissions, securables, grantees)
        .as(Grant::new)
        .list()
        .ofMaxSize(12);
  }

  private static Grants said(List<Grant> statements) {
    Grants grants = Grants.none();
    for (Grant grant : statements) {
      grants = grants.with(grant);
    }
    return grants;
  }

  @Property
  void nothingIsAllowedWithoutAGrantThatCoversIt(@ForAll("statements") List<Grant> statements) {
    Grants grants = said(statements);
    boolean covered =
        grants.all().stream()
            .anyMatch(
                g ->
                    g.state() != Grant.State.DENY
                        && CLOSURE.contains(g.grantee())
                        && TABLE_CHAIN.contains(g.on())
                        && Set.of(Permission.SELECT, Permission.CONTROL).contains(g.permission()));
    if (!covered) {
      assertThat(grants.allow(CLOSURE, Permission.SELECT, TABLE_CHAIN)).isFalse();
    }
  }

  @Property
  void aDenialAboveTheTableIsNeverOutweighed(@ForAll("statements") List<Grant> statements) {
    for (Securable wide : List.of(Securable.database(), Securable.schema("dbo"))) {
      List<Grant> more = new ArrayList<>(statements);
      more.add(new Grant(Grant.State.DENY, Permission.SELECT, wide, ROLE));
      assertThat(said(more).allow(CLOSURE, Permission.SELECT, TABLE_CHAIN)).isFalse();
      assertThat(said(more).allow(CLOSURE, Permission.SELECT, COLUMN_CHAIN)).isFalse();
    }
  }

  @Property
  void aDenialOfTheTableEndsItsReadersButNotWhoHoldsAColumn(
      @ForAll("statements") List<Grant> statements) {
    List<Grant> more = new ArrayList<>(statements);
    more.add(new Grant(Grant.State.DENY, Permission.SELECT, TABLE, USER));
    Grants grants = said(more);
    assertThat(grants.allow(CLOSURE, Permission.SELECT, TABLE_CHAIN)).isFalse();
    boolean ownColumn =
        grants.all().stream()
            .anyMatch(
                g ->
                    g.state() != Grant.State.DENY
                        && CLOSURE.contains(g.grantee())
                        && g.on().equals(TABLE.column(2)));
    if (!ownColumn) {
      assertThat(grants.allow(CLOSURE, Permission.SELECT, COLUMN_CHAIN)).isFalse();
    }
  }

  @Property
  void revokeLeavesNothingOfWhatWasSaid(@ForAll("statements") List<Grant> statements) {
    Grants grants = said(statements);
    for (Grant grant : statements) {
      Grants revoked = grants.without(grant);
      assertThat(revoked.all())
          .noneMatch(g -> g.isAbout(grant.permission(), grant.on(), grant.grantee()));
    }
  }

  @Property
  void whatIsSaidOfOthersChangesNothing(@ForAll("statements") List<Grant> statements) {
    List<Grant> own = statements.stream().filter(g -> g.grantee() != STRANGER).toList();
    for (List<Securable> chain : List.of(TABLE_CHAIN, COLUMN_CHAIN)) {
      assertThat(said(statements).allow(CLOSURE, Permission.UPDATE, chain))
          .isEqualTo(said(own).allow(CLOSURE, Permission.UPDATE, chain));
    }
  }
}
