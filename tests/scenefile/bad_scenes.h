#pragma once

#include <string>
#include <vector>

namespace conjac {

/// A scene to be broken, with something of everything.
inline const std::string kGoodScene = R"({
  "name": "good",
  "mesh": {"box": {"cells": [4, 4, 4], "size": [0.1, 0.1, 0.1]}, "scale": 1},
  "selections": {"left": {"slice": {"axis": "x", "at": 0}}},
  "materials": [
    {"select": "all", "density": 1000,
     "laws": [{"law": "SNH", "young": 1e4, "poisson": 0.4},
              {"law": "aSTVK", "stiffness": 5e4, "fibers": {"constant": {"direction": [0, 1, 0]}}}]}
  ],
  "roles": [{"role": "fixed", "select": "left"}],
  "timeline": [
    {"move": {"select": "left", "start": 0.1, "end": 0.2, "translate": [0, 0, 1]}},
    {"release": {"select": ["left"], "time": 0.5}}
  ],
  "gravity": [0, -9.81, 0],
  "time": {"step": 0.005, "duration": 1},
  "method": {"name": "conjac", "integrator": "trapezoidal", "newton_steps": 2},
  "start_at_rest": false
}
)";

/// One mistake: `from` becomes `to`, in which ^ marks the place to be reported.
struct BadScene {
  std::string from, to;
  std::string path;  // of the report
  std::string says;  // part of it
  bool schema_sees_it = true;
  bool is_json = true;
};

inline std::vector<BadScene> bad_scenes() {
  const std::string file_end = "\"start_at_rest\": false\n}\n";
  const bool json_only = false, reader_only = false;
  return {
      // Unknown names, with the nearest known one.
      {R"("young": 1e4)", R"(^"yuong": 1e4)", "materials[0].laws[0].yuong",
       "unknown key `yuong`; did you mean `young`?"},
      {R"("gravity":)", R"(^"gravty":)", "gravty", "did you mean `gravity`?"},
      {R"("integrator":)", R"(^"Integrator":)", "method.Integrator", "did you mean `integrator`?"},
      {R"("scale": 1)", R"(^"colour": 1)", "mesh.colour",
       "unknown key `colour`; Allowed here are box, rectangle, spindle, file, refine, scale, "
       "rotate, "
       "translate"},
      {R"("translate": [0, 0, 1])", R"(^"rotation": {})", "timeline[0].move.rotation",
       "did you mean `rotate`?"},
      {R"("release": {)", R"(^"relaese": {)", "timeline[1].relaese", "did you mean `release`?"},
      {R"("slice": {)", R"(^"sclice": {)", "selections.left.sclice", "did you mean `slice`?"},
      {R"("cells": [4)", R"(^"cell": [4)", "mesh.box.cell", "did you mean `cells`?"},
      {R"("trapezoidal")", R"(^"trapezodal")", "method.integrator",
       "unknown value `trapezodal`; did you mean `trapezoidal`?"},
      {R"("conjac")", R"(^"newmark")", "method.name", "must be one of conjac, vanilla"},
      {R"("role": "fixed")", R"("role": ^"fixd")", "roles[0].role", "did you mean `fixed`?"},
      {R"("law": "SNH")", R"("law": ^"SHN")", "materials[0].laws[0].law", "did you mean `SNH`?"},
      {R"("axis": "x")", R"("axis": ^"w")", "selections.left.slice.axis", "one of x, y, z"},
      {R"("fixed", "select": "left")", R"("fixed", "select": ^"lfet")", "roles[0].select",
       "unknown selection `lfet`; did you mean `left`?", reader_only},
      {R"(["left"])", R"(["left", ^"right"])", "timeline[1].release.select[1]",
       "unknown selection `right`; Known are all, left", reader_only},
      // Types.
      {R"("step": 0.005)", R"("step": ^"5 ms")", "time.step",
       "must be a number in s, but is the text `5 ms`"},
      {R"("name": "good")", R"("name": ^3)", "name", "must be text in double quotes, but is the"},
      {R"("start_at_rest": false)", R"("start_at_rest": ^0)", "start_at_rest", "true or false"},
      {R"("newton_steps": 2)", R"("newton_steps": ^2.5)", "method.newton_steps", "a whole number"},
      {R"("gravity": [0, -9.81, 0])", R"("gravity": ^-9.81)", "gravity", "an array of 3 numbers"},
      {R"("time": {"step": 0.005, "duration": 1})", R"("time": ^[])", "time",
       "must be an object in braces, but is an array of 0"},
      {R"("density": 1000)", R"("density": ^null)", "materials[0].density",
       "must be a number, {\"layers\": {...}} or {\"gradient\": {...}}, but is null"},
      {R"("select": "all")", R"("select": ^5)", "materials[0].select", "the name of a selection"},
      {R"("axis": "x")", R"("//": ^1, "axis": "x")", "selections.left.slice.//", "text in double"},
      {R"(["left"])", R"([^["left"]])", "timeline[1].release.select[0]", "but is an array of 1"},
      // Lengths.
      {R"([0, -9.81, 0])", R"(^[0, -9.81])", "gravity", "must have 3 numbers, but has 2"},
      {R"([4, 4, 4])", R"(^[4, 4, 4, 4])", "mesh.box.cells", "must have 3 numbers, but has 4"},
      {R"(["left"])", R"(^[])", "timeline[1].release.select", "must not be empty"},
      {R"({"slice": {"axis": "x", "at": 0}})", R"({"index": ^[]})", "selections.left.index",
       "must not be empty"},
      {R"("name": "good")", R"("name": ^"")", "name", "must not be empty"},
      {R"({"law": "SNH", "young": 1e4, "poisson": 0.4})",
       R"({"law": "OGDEN", "exponents": [2, -2], "shares": ^[1]})", "materials[0].laws[0].shares",
       "must be as many as `exponents`", reader_only},
      {R"("translate": [0, 0, 1])", R"("translate": [0, 0, 1], "curve": ^"sin(t")",
       "timeline[0].move.curve", "character 6 of \"sin(t\": expected `)`", reader_only},
      {R"("translate": [0, 0, 1])", R"("translate": [0, 0, 1], "curve": ^[[0, 1], [0, 2]])",
       "timeline[0].move.curve", "the times of the table must ascend", reader_only},
      {R"("translate": [0, 0, 1])", R"("translate": [0, 0, 1], "curve": ^3)",
       "timeline[0].move.curve", "must be an expression of t in double quotes, or a table"},
      // Ranges.
      {R"({"law": "SNH", "young": 1e4, "poisson": 0.4})",
       R"({"law": "OGDEN", "exponents": [2, -2], "shares": ^[0.5, 0.4]})",
       "materials[0].laws[0].shares", "must sum to 1", reader_only},
      {R"({"law": "SNH", "young": 1e4, "poisson": 0.4})",
       R"({"law": "OGDEN", "exponents": ^[2, 0], "shares": [0.5, 0.5]})",
       "materials[0].laws[0].exponents", "must be at least 0.01 in size", reader_only},
      {R"("young": 1e4)", R"(^"second_invariant": 0.3)", "materials[0].laws[0].second_invariant",
       "has a meaning for the law `MR` only", reader_only},
      {R"("density": 1000,
     "laws")",
       R"("density": 1000, "preset": "fat",
     ^"laws")",
       "materials[0]", "both `preset` and `laws` are given; keep one"},
      {R"("poisson": 0.4)", R"("poisson": ^0.5)", "materials[0].laws[0].poisson",
       "0.5 is out of range; must be above -1 and below 0.5"},
      {R"("young": 1e4)", R"("young": ^0)", "materials[0].laws[0].young", "must be above 0 in Pa"},
      {R"("young": 1e4)", R"("young": {"layers": {"boundaries": [0], "values": [1, ^-2]}})",
       "materials[0].laws[0].young.layers.values[1]", "-2 is out of range; must be above 0"},
      {R"("cells": [4, 4)", R"("cells": [4, ^0)", "mesh.box.cells[1]", "from 1 to 10000"},
      {R"("newton_steps": 2)", R"("newton_steps": ^1e12)", "method.newton_steps", "from 0 to 100"},
      {R"({"slice": {"axis": "x", "at": 0}})", R"({"index": [1, ^3e9]})",
       "selections.left.index[1]", "from 0 to 2147483647", reader_only},
      {R"("start": 0.1)", R"("start": ^-1)", "timeline[0].move.start", "must be at least 0 in s"},
      // Presence.
      {R"({"role": "fixed", )", "^{", "roles[0].role", "this key is missing"},
      {R"("stiffness": 5e4, "fibers": {"constant": {"direction": [0, 1, 0]}})",
       R"("fibers": {"constant": ^{}})", "materials[0].laws[1].fibers.constant.direction",
       "this key is missing"},
      {R"({"box": {"cells": [4, 4, 4], "size": [0.1, 0.1, 0.1]}, )", "^{", "mesh",
       "needs one of the keys box, rectangle, spindle, file"},
      {R"("scale": 1)", R"(^"rectangle": {"cells": [1, 1], "size": [1, 1]})", "mesh",
       "both `box` and `rectangle` are given; keep one of box, rectangle, spindle, file"},
      {R"("name": "good",)", R"("name": "good", ^"name": "bad",)", "", "duplicate key `name`",
       reader_only},
      // Between keys.
      {R"("end": 0.2)", R"("end": ^0.05)", "timeline[0].move.end", "must not be before `start`",
       reader_only},
      {R"("step": 0.005)", R"("step": ^2)", "time.step", "must not exceed `duration`", reader_only},
      {R"("young": 1e4)", R"("young": {"layers": {"boundaries": [0, 1], "values": ^[1, 2]}})",
       "materials[0].laws[0].young.layers.values", "one more than `boundaries`", reader_only},
      {R"("young": 1e4)", R"("young": {"layers": {"boundaries": ^[1, 1], "values": [1, 2, 3]}})",
       "materials[0].laws[0].young.layers.boundaries", "must ascend", reader_only},
      {R"([0, 1, 0])", R"(^[0, 0, 0])", "materials[0].laws[1].fibers.constant.direction",
       "must not be the zero vector", reader_only},
      {R"("law": "aSTVK")", R"("law": "aSTVK", ^"young": 1)", "materials[0].laws[1].young",
       "has a meaning for isotropic laws only", reader_only},
      {R"([4, 4, 4])", R"(^[5000, 5000, 1])", "mesh.box.cells", "10 million", reader_only},
      {R"({"slice": {"axis": "x", "at": 0}})", R"({"box": {"min": [0, 0, 1], "max": ^[1, 1, 0]}})",
       "selections.left.box.max", "must not be smaller than `min`", reader_only},
      {R"({"slice": {"axis": "x", "at": 0}})", R"([^"left"])", "selections.left[0]",
       "the selection `left` uses itself", reader_only},
      {R"("left": {)", R"("left": "all", ^"all": {)", "selections.all", "choose another"},
      // Files.
      {R"("box": {"cells": [4, 4, 4], "size": [0.1, 0.1, 0.1]})", R"("file": ^"none.mesh")",
       "mesh.file", "there is no file `none.mesh`", reader_only},
      {R"({"constant": {"direction": [0, 1, 0]}})", R"({"file": ^"."})",
       "materials[0].laws[1].fibers.file", "there is no file `.`", reader_only},
      // Syntax.
      {file_end, "\"start_at_rest\": false^,\n}\n", "", "a comma before the closing", true,
       json_only},
      {file_end, "\"start_at_rest\": false\n}\n^x", "", "unexpected `x` after the end", true,
       json_only},
      {file_end, "\"start_at_rest\": false\n^", "", "found end of file", true, json_only},
      {R"("name": "good",)", R"("name": "good" ^"x")", "", "expected `,` or `}`", true, json_only},
      {R"("name": "good",)", R"("name": "good", ^// no)", "", "comments are not allowed", true,
       json_only},
      {R"("name": "good")", R"("name": ^'good')", "", "double quotes", true, json_only},
      {R"("name": "good")", R"("name": ^good)", "", "unexpected word `good`", true, json_only},
      {R"("name": "good")", R"(^name: "good")", "", "a key in double quotes", true, json_only},
      {R"("name": "good")", R"("name" ^"good")", "", "expected `:`", true, json_only},
      {R"("name": "good")", "\"name\": \"go^\nod\"", "", "line break or control", true, json_only},
      {R"("name": "good")", R"("name": "^\x")", "", "unknown escape", true, json_only},
      {R"("name": "good")", R"("name": "^\ud800")", "", "half of a surrogate", true, json_only},
      {R"("name": "good")", "\"name\": \"\xc3\xa9^\xff\"", "", "invalid UTF-8", true, json_only},
      {R"("step": 0.005)", R"("step": ^NaN)", "", "JSON has no `NaN`", true, json_only},
      {R"("step": 0.005)", R"("step": ^1e999)", "", "too large or too small", true, json_only},
      {R"("step": 0.005)", R"("step": ^.005)", "", "numbers begin with a digit", true, json_only},
      {R"("step": 0.005)", R"("step": ^00.5)", "", "without leading zeros", true, json_only},
      {R"("step": 0.005)", R"("step": 1.^})", "", "expected a digit", true, json_only},
  };
}

}  // namespace conjac
