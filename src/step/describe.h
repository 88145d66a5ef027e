#pragma once

#include "step/trial.h"
#include "system/describe.h"

// What the next step depends on (core/archive.h), of values that know nothing of it.

namespace conjac {

inline void describe(Archive& archive, Ledger& ledger) {
  archive.section("Ledger");
  archive(ledger.kinetic, ledger.potential, ledger.elastic, ledger.gravity, ledger.contact,
          ledger.relief, ledger.budget, ledger.owed, ledger.work, ledger.dissipated, ledger.viscous,
          ledger.impact, ledger.received, ledger.begun, ledger.bounced, ledger.at_play,
          ledger.largest);
}

inline void describe(Archive& archive, Trial::Past& past) {
  archive(past.x, past.v, past.h);
}

inline void describe(Archive& archive, Trial& trial) {
  archive.section("Trial");
  archive(trial.state, trial.force, trial.ledger, trial.contact, trial.activity, trial.message,
          trial.past);
}

}  // namespace conjac
