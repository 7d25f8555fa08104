package dev.mssqlcdc.silver.spark;

import dev.mssqlcdc.lake.Layer;
import dev.mssqlcdc.schemas.Lsn;
import dev.mssqlcdc.silver.plan.FactEvent;
import dev.mssqlcdc.silver.plan.Verdict;
import dev.mssqlcdc.silver.run.ControlRow;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What control and facts say of some tables. */
record Reading(
    Set<String> names,
    Optional<LakeReader.ControlView> control,
    Map<String, List<FactEvent>> events) {

  Optional<Verdict> verdict(String name) {
    return control.flatMap(view -> Optional.ofNullable(view.verdicts().get(name)));
  }

  /** Tables whose silver most likely has to be written. */
  Stream<String> behind() {
    return names.stream()
        .filter(
            name -> {
              Optional<Lsn> end = verdict(name).map(Verdict::endLsn);
              return end.isPresent()
                  && !end.equals(row(Layer.SILVER, name).flatMap(row -> row.state().applied()));
            });
  }

  List<FactEvent> eventsOf(String name) {
    return events.getOrDefault(name, List.of());
  }

  Optional<ControlRow> row(Layer layer, String name) {
    return control.flatMap(view -> Optional.ofNullable(view.targets().get(layer).get(name)));
  }
}
