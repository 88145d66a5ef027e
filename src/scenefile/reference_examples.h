#pragma once

#include <string_view>

namespace conjac {

/// A short example for every table of the reference page: keys of a scene, as they would stand in a
/// file. A test puts each into a small scene and reads it.
struct ReferenceExample {
  std::string_view section;  // of the page; empty: the scene itself
  std::string_view text;
};

// clang-format off
inline constexpr ReferenceExample kReferenceExamples[] = {
  {"", R"("mesh": {"box": {"cells": [12, 3, 3], "size": [0.12, 0.03, 0.03]}},
"materials": [{"density": 1000, "laws": [{"law": "SNH", "young": 3e4, "poisson": 0.4}]}],
"roles": [
  {"role": "fixed", "select": {"slice": {"axis": "x", "at": 0}}},
  {"role": "dynamic", "select": {"nearest": {"point": [0.12, 0.015, 0.015]}}}
],
"time": {"step": 0.005, "duration": 2})"},
  {"selections", R"("selections": {"left": {"slice": {"axis": "x", "at": 0}}, "ends": ["left", {"slice": {"axis": "x", "at": 0.12}}]})"},
  {"selections.nearest", R"("selections": {"tip": {"nearest": {"point": [0.12, 0.015, 0.015], "count": 4}}})"},
  {"selections.box", R"("selections": {"feet": {"box": {"min": [-1, 0, -1], "max": [1, 0.006, 1]}}})"},
  {"selections.sphere", R"("selections": {"heart": {"sphere": {"center": [0, 0.06, 0], "radius": 0.012}}})"},
  {"selections.slice", R"("selections": {"left": {"slice": {"axis": "x", "at": 0, "tolerance": 1e-4}}})"},
  {"selections.plane", R"("selections": {"upper half": {"plane": {"point": [0, 0.05, 0], "normal": [0, 1, 0]}}})"},
  {"mesh", R"("mesh": {"file": "shapes/armadillo.vtu", "scale": 0.5, "translate": [0, 0.1, 0]})"},
  {"mesh.box", R"("mesh": {"box": {"cells": [12, 3, 3], "size": [0.12, 0.03, 0.03], "origin": [0, 0.1, 0]}})"},
  {"mesh.rectangle", R"("mesh": {"rectangle": {"cells": [40, 8], "size": [0.1, 0.02]}})"},
  {"mesh.spindle", R"("mesh": {"spindle": {"cells": [20, 4], "from": [0, 0, 0], "to": [0.2, 0, 0], "belly": 0.02, "tendon": 0.006}})"},
  {"mesh.rotate", R"("mesh": {"file": "shapes/bunny.vtu", "rotate": {"axis": [1, 0, 0], "center": [0, 0.05, 0], "degrees": -100}})"},
  {"bodies[]", R"("bodies": [
  {"name": "table", "mesh": {"box": {"cells": [4, 1, 4], "size": [0.1, 0.01, 0.1]}}},
  {"name": "ball", "mesh": {"file": "shapes/ball.vtu", "scale": 0.03, "translate": [0.05, 0.1, 0.05]}, "velocity": [0, -1, 0]}
])"},
  {"bodies[].placement", R"("bodies": [{"name": "ball", "mesh": {"file": "shapes/ball.vtu", "scale": 0.03}, "placement": {"dynamic": 6, "seed": 2}}])"},
  {"materials[]", R"("materials": [
  {"density": 1000, "laws": [{"law": "SNH", "young": 3e4, "poisson": 0.4}]},
  {"select": {"region": [2]}, "preset": "liver"}
])"},
  {"materials[].density", R"("materials": [{"density": {"layers": {"axis": "y", "boundaries": [0.02], "values": [1000, 1500]}}, "laws": [{"law": "SNH"}]}])"},
  {"materials[].density.layers", R"("materials": [{"density": {"layers": {"axis": "y", "boundaries": [0.02], "values": [1000, 1500]}}, "laws": [{"law": "SNH"}]}])"},
  {"materials[].density.gradient", R"("materials": [{"density": {"gradient": {"from": [0, 0, 0], "to": [0, 0.1, 0], "from_value": 900, "to_value": 1100}}, "laws": [{"law": "SNH"}]}])"},
  {"materials[].density.harmonic", R"("materials": [{"density": {"harmonic": {"from": {"slice": {"axis": "x", "at": 0}}, "to": {"slice": {"axis": "x", "at": 0.12}},
                                          "at": [0, 0.2, 1], "values": [1500, 1000, 1000]}}, "laws": [{"law": "SNH"}]}])"},
  {"materials[].laws[]", R"("materials": [{"laws": [
  {"law": "SNH", "young": 3e4, "poisson": 0.45},
  {"law": "aFUNG", "stiffness": 5e4, "fibers": {"constant": {"direction": [1, 0, 0]}}, "shortest": 0.7}
]}])"},
  {"materials[].laws[].fibers", R"("materials": [{"laws": [{"law": "aSTVK", "stiffness": 2e4, "fibers": {"helical": {"axis": [0, 1, 0], "degrees": 60}}}]}])"},
  {"materials[].laws[].fibers.constant", R"("materials": [{"laws": [{"law": "aSTVK", "fibers": {"constant": {"direction": [1, 1, 0]}}}]}])"},
  {"materials[].laws[].fibers.radial", R"("materials": [{"laws": [{"law": "aSTVK", "fibers": {"radial": {"point": [0, 0, 0], "axis": [0, 1, 0]}}}]}])"},
  {"materials[].laws[].fibers.circumferential", R"("materials": [{"laws": [{"law": "aSTVK", "fibers": {"circumferential": {"point": [0, 0, 0], "axis": [0, 1, 0]}}}]}])"},
  {"materials[].laws[].fibers.helical", R"("materials": [{"laws": [{"law": "aSTVK", "fibers": {"helical": {"point": [0, 0, 0], "axis": [0, 1, 0], "degrees": 60}}}]}])"},
  {"materials[].laws[].fibers.harmonic", R"("materials": [{"laws": [{"law": "aFUNG", "fibers": {"harmonic": {"from": {"slice": {"axis": "x", "at": 0}}, "to": {"slice": {"axis": "x", "at": 0.2}}}}}]}])"},
  {"roles[]", R"("roles": [{"role": "fixed", "select": "all"}, {"role": "representative", "select": {"index": [17, 40]}}])"},
  {"bones[]", R"("bones": [{"name": "forearm", "shapes": [{"capsule": {"from": [0, 0, 0], "to": [0.08, 0, 0], "radius": 0.004}}],
           "joint": {"type": "revolute", "at": [0, 0, 0]}}])"},
  {"bones[].shapes[]", R"("bones": [{"name": "hand", "shapes": [{"sphere": {"center": [0, 0, 0], "radius": 0.02}}, {"box": {"center": [0.03, 0, 0], "size": [0.04, 0.01, 0.02]}}]}])"},
  {"bones[].shapes[].box", R"("bones": [{"name": "plate", "shapes": [{"box": {"center": [0, 0.1, 0], "size": [0.04, 0.01, 0.02]}}]}])"},
  {"bones[].shapes[].box.rotate", R"("bones": [{"name": "plate", "shapes": [{"box": {"center": [0, 0.1, 0], "size": [0.04, 0.01, 0.02], "rotate": {"axis": [0, 0, 1], "degrees": 30}}}]}])"},
  {"bones[].shapes[].sphere", R"("bones": [{"name": "knob", "shapes": [{"sphere": {"center": [0, 0.1, 0], "radius": 0.02}}]}])"},
  {"bones[].shapes[].capsule", R"("bones": [{"name": "rod", "shapes": [{"capsule": {"from": [0, 0, 0], "to": [0, 0.1, 0], "radius": 0.005}}]}])"},
  {"bones[].shapes[].cylinder", R"("bones": [{"name": "drum", "shapes": [{"cylinder": {"from": [0, 0, 0], "to": [0, 0.02, 0], "radius": 0.03}}]}])"},
  {"bones[].joint", R"("bones": [{"name": "forearm", "shapes": [{"sphere": {"center": [0, 0, 0], "radius": 0.02}}],
           "joint": {"type": "revolute", "at": [0, 0, 0], "axis": [0, 0, 1], "damping": 0.01, "lower": -40, "upper": 110}}])"},
  {"bones[].contact", R"("bones": [{"name": "hand", "shapes": [{"sphere": {"center": [0, 0, 0], "radius": 0.02}}], "contact": {"with": "all", "friction": 0.5}}])"},
  {"attach[]", R"("bones": [{"name": "forearm", "shapes": [{"sphere": {"center": [0, 0, 0], "radius": 0.02}}]}],
"attach": [{"bone": "forearm", "select": {"slice": {"axis": "x", "at": 0}}}])"},
  {"springs[]", R"("springs": [
  {"from": {"body": ["bob"]}, "to": {"body": ["block"]}, "stiffness": 12, "rest_length": 0.025},
  {"from": {"nearest": {"point": [0, 0.01, 0]}}, "point": [0, 0.08, 0], "stiffness": 15}
])"},
  {"welds[]", R"("welds": [{"from": {"body": ["block"]}, "to": {"body": ["board"]}, "within": 1e-4}])"},
  {"skin", R"("skin": {"file": "shapes/pumpkin.ply"})"},
  {"timeline[]", R"("timeline": [{"move": {"select": "all", "start": 0, "end": 0.5, "translate": [0.02, 0, 0]}}, {"release": {"select": "all", "time": 0.5}}])"},
  {"timeline[].move", R"("timeline": [{"move": {"select": {"slice": {"axis": "x", "at": 0.12}}, "start": 0, "end": 1, "rotate": {"axis": [1, 0, 0], "degrees": 180}}}])"},
  {"timeline[].release", R"("timeline": [{"release": {"select": {"slice": {"axis": "x", "at": 0.12}}, "time": 1}}])"},
  {"timeline[].load", R"("timeline": [{"load": {"select": {"slice": {"axis": "x", "at": 0.12}}, "force": [0, -0.2, 0], "start": 0.5, "ramp": 0.2}}])"},
  {"timeline[].pressure", R"("timeline": [{"pressure": {"select": {"sphere": {"center": [0, 0, 0], "radius": 0.0351}}, "value": 3e4, "ramp": 0.5}}])"},
  {"timeline[].activate", R"("timeline": [{"activate": {"select": {"region": [1]}, "start": 0.5, "end": 0.8, "value": 0.7}}])"},
  {"timeline[].gravity", R"("timeline": [{"gravity": {"start": 0.5, "end": 1, "to": [9.81, 0, 0]}}])"},
  {"timeline[].turn", R"("bones": [{"name": "forearm", "shapes": [{"sphere": {"center": [0, 0, 0], "radius": 0.02}}]}],
"timeline": [{"turn": {"bone": "forearm", "start": 0, "end": 0.5, "by": 60, "until": 1}}])"},
  {"timeline[].torque", R"("bones": [{"name": "forearm", "shapes": [{"sphere": {"center": [0, 0, 0], "radius": 0.02}}]}],
"timeline": [{"torque": {"bone": "forearm", "value": 0.05, "start": 0.2, "ramp": 0.1}}])"},
  {"timeline[].cut", R"("timeline": [{"cut": {"time": 0.5, "plane": {"point": [0.06, 0, 0], "normal": [1, 0, 0]}, "crumbs": "remove"}}])"},
  {"timeline[].cut.plane", R"("timeline": [{"cut": {"time": 0.5, "plane": {"point": [0.06, 0, 0], "normal": [1, 0, 0], "radius": 0.02}}}])"},
  {"timeline[].cut.sweep", R"("timeline": [{"cut": {"time": 0.5, "sweep": {"points": [[0, 0.04, 0], [0.06, 0.02, 0], [0.12, 0.04, 0]], "direction": [0, 0, 1]}}}])"},
  {"timeline[].cut.surface", R"("timeline": [{"cut": {"time": 0.5, "surface": {"points": [[0, 0, 0], [0.1, 0, 0], [0, 0.1, 0]], "triangles": [[0, 1, 2]]}}}])"},
  {"probes[]", R"("probes": [{"name": "tip", "select": {"nearest": {"point": [0.12, 0, 0]}}}])"},
  {"obstacles[]", R"("obstacles": [{"name": "table", "box": {"center": [0, -0.02, 0], "size": [0.3, 0.04, 0.3]}, "friction": 0.6}])"},
  {"obstacles[].half_space", R"("obstacles": [{"name": "floor", "half_space": {"point": [0, -0.03, 0], "normal": [0, 1, 0]}}])"},
  {"obstacles[].surface", R"("obstacles": [{"surface": {"file": "shapes/egg.obj", "scale": 2, "translate": [0, -0.1, 0]}}])"},
  {"obstacles[].sequence", R"("obstacles": [{"sequence": {"first": "shapes/wave-0.ply", "interval": 0.03, "repeat": true}}])"},
  {"obstacles[].motion[]", R"("obstacles": [{"sphere": {"center": [0, 0.2, 0], "radius": 0.02},
               "motion": [{"start": 0, "end": 1, "translate": [0, -0.1, 0]}, {"start": 1, "end": 2, "translate": [0.1, 0, 0]}]}])"},
  {"contact", R"("contact": {"friction": 0.5, "self": true})"},
  {"time", R"("time": {"step": 0.002, "duration": 3})"},
  {"method", R"("method": {"name": "conjac", "adaptive": true, "damping": 2})"},
  {"hand", R"("hand": {"grip_frequency": 4})"},
  {"output", R"("output": {"frame_interval": 0.1, "preview": false})"},
};
// clang-format on

}  // namespace conjac
