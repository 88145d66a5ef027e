#pragma once

#include "conjac/step_report.h"
#include "core/archive.h"

// Reports as part of a checkpoint (core/archive.h).

namespace conjac {

inline void describe(Archive& archive, StageTimes& stages) {
  archive(stages.fill, stages.factor, stages.solve, stages.other);
}

inline void describe(Archive& archive, Energies& energy) {
  archive(energy.kinetic, energy.elastic, energy.gravity, energy.contact);
}

inline void describe(Archive& archive, Books& books) {
  archive(books.dissipated, books.relief, books.owed, books.imbalance, books.viscous, books.impact);
}

inline void describe(Archive& archive, ContactTotals& contact) {
  archive(contact.count, contact.penetration, contact.normal_force, contact.friction_force);
}

inline void describe(Archive& archive, CutReport& cut) {
  archive(cut.separated, cut.text, cut.time, cut.touched, cut.faces, cut.nodes_added,
          cut.nodes_moved, cut.pieces_before, cut.pieces_after, cut.crumbs, cut.elements_removed,
          cut.mass_removed, cut.nodes_promoted, cut.pieces_rigid, cut.seconds);
}

inline void describe(Archive& archive, StepReport& report) {
  archive(report.status, report.message, report.time, report.stages, report.energy,
          report.scripted_work, report.books, report.residual, report.unbalanced,
          report.factorizations, report.undone, report.substeps, report.active_nodes, report.cuts,
          report.contact);
}

}  // namespace conjac
