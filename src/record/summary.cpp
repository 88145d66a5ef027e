#include "record/summary.h"

#include <nlohmann/json.hpp>

namespace conjac::record {

namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson milliseconds(const StageTimes& stages, double total) {
  return {{"fill", stages.fill * 1e3},
          {"factor", stages.factor * 1e3},
          {"solve", stages.solve * 1e3},
          {"other", stages.other * 1e3},
          {"total", total * 1e3}};
}

}  // namespace

std::string summary_text(const RunSummary& s) {
  OrderedJson json;
  json["status"] = s.status;
  json["message"] = s.message;
  json["version"] = s.version;
  json["scene"] = s.scene;
  json["scene_file"] = s.scene_file;
  json["method"] = s.method;
  json["integrator"] = s.integrator;
  json["options"] = OrderedJson::object();
  for (const auto& [name, value] : s.options) json["options"][name] = value;
  json["dimension"] = s.dimension;
  json["vertices"] = s.vertices;
  json["elements"] = s.elements;
  json["dynamic_nodes"] = s.dynamic_nodes;
  json["representatives"] = s.representatives;
  json["fixed_nodes"] = s.fixed_nodes;
  json["steps"] = s.steps;
  json["simulated_time"] = s.simulated_time;
  json["wall_time"] = s.wall_time;
  json["threads"] = s.threads;
  json["ms_per_step"] = milliseconds(s.mean_stages, s.mean_stages.total());
  json["ms_per_step_median"] = milliseconds(s.median_stages, s.median_total);
  json["factorizations"] = s.factorizations;
  json["analyses"] = s.analyses;
  json["undone_steps"] = s.undone_steps;
  json["substeps"] = s.substeps;
  json["energy"] = {{"kinetic", s.energy.kinetic},
                    {"elastic", s.energy.elastic},
                    {"gravity", s.energy.gravity},
                    {"contact", s.energy.contact},
                    {"total", s.energy.total()}};
  json["scripted_work"] = s.scripted_work;
  json["dissipated"] = s.dissipated;
  json["imbalance_over_energy_at_play"] = s.imbalance;
  json["residual"] = s.residual;
  json["residual_over_load"] = s.unbalanced;
  for (const auto& [name, value] : s.extra)
    std::visit([&, key = name](const auto& v) { json[key] = v; }, value);
  json["notices"] = s.notices;
  // Scene names may hold bytes that are not UTF-8; a summary with a replaced letter beats none.
  return json.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

void write_summary(const Path& path, const RunSummary& summary) {
  write_atomically(path, summary_text(summary));
}

}  // namespace conjac::record
