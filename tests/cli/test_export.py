"""conjac export: what other programs read is what the run was."""
import json
import re
import struct
import unittest

import meshio
import numpy as np

from cli import SMALL, CliTest, copy_of

COMPONENTS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}


class Glb:
    """A .glb file, read by the rules of glTF 2.0."""

    def __init__(self, path):
        data = path.read_bytes()
        magic, version, length = struct.unpack_from("<III", data)
        assert (magic, version, length) == (0x46546C67, 2, len(data))
        size, kind = struct.unpack_from("<II", data, 12)
        assert kind == 0x4E4F534A and size % 4 == 0
        self.json = json.loads(data[20:20 + size])
        binary, kind = struct.unpack_from("<II", data, 20 + size)
        assert kind == 0x004E4942 and 28 + size + binary == len(data)
        self.binary = data[28 + size:]
        assert self.json["buffers"] == [{"byteLength": binary}]

    def array(self, number):
        accessor = self.json["accessors"][number]
        view = self.json["bufferViews"][accessor["bufferView"]]
        kind = {5126: "<f4", 5125: "<u4"}[accessor["componentType"]]
        width = COMPONENTS[accessor["type"]]
        assert view["byteOffset"] % 4 == 0 and view["byteLength"] == accessor["count"] * width * 4
        values = np.frombuffer(self.binary, kind, accessor["count"] * width, view["byteOffset"])
        values = values.reshape(-1, width) if width > 1 else values
        if "min" in accessor:
            np.testing.assert_array_equal(np.atleast_1d(values.min(axis=0)), np.float32(accessor["min"]))
            np.testing.assert_array_equal(np.atleast_1d(values.max(axis=0)), np.float32(accessor["max"]))
        return values

    def channels(self, node):
        """path -> (times, values) of a node."""
        animation = self.json["animations"][0]
        return {c["target"]["path"]: (self.array(animation["samplers"][c["sampler"]]["input"]),
                                      self.array(animation["samplers"][c["sampler"]]["output"]))
                for c in animation["channels"] if c["target"]["node"] == node}

    def surface(self, node):
        """times, positions of the vertices at each, triangles."""
        primitive = self.json["meshes"][self.json["nodes"][node]["mesh"]]["primitives"][0]
        mean = self.array(primitive["attributes"]["POSITION"]).astype(float)
        motions = np.array([self.array(t["POSITION"]) for t in primitive["targets"]], float)
        times, weights = self.channels(node)["weights"]
        weights = weights.reshape(len(times), len(motions)).astype(float)
        return times, mean + np.einsum("kj,jvc->kvc", weights, motions), self.array(
            primitive["indices"]).reshape(-1, 3)


class UsdText:
    """A .usda file, read by a grammar of our own: prims with attributes and time samples."""

    TOKEN = re.compile(r'\s*("(?:[^"\\]|\\.)*"|<[\w/.:]+>|@[^@\n]*@|#[^\n]*|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|[\w:.]+(?:\[\])?|[(){}\[\]=,:])')

    def __init__(self, path):
        text = path.read_text()
        assert text.startswith("#usda 1.0\n")
        self.tokens = [t for t in self.TOKEN.findall(text) if not t.startswith("#")]
        rest = self.TOKEN.sub("", text).strip()
        assert rest == "", rest[:40]
        self.at = 0
        self.head = self.metadata()
        self.prim = self.definition()
        assert self.at == len(self.tokens)

    def take(self, expected=None):
        token = self.tokens[self.at]
        self.at += 1
        assert expected is None or token == expected, (token, expected, self.at)
        return token

    def metadata(self):
        self.take("(")
        result = {}
        while self.tokens[self.at] != ")":
            key = self.take()
            self.take("=")
            result[key] = self.value()
        self.take(")")
        return result

    def value(self):
        token = self.take()
        if token in "([":
            closing, items = {"(": ")", "[": "]"}[token], []
            while self.tokens[self.at] != closing:
                items.append(self.value())
                if self.tokens[self.at] == ",":
                    self.take()
            self.take(closing)
            return items
        if token == "{":
            samples = {}
            while self.tokens[self.at] != "}":
                code = float(self.take())
                self.take(":")
                samples[code] = self.value()
                if self.tokens[self.at] == ",":
                    self.take()
            self.take("}")
            return samples
        if token.startswith('"'):
            return json.loads(token)
        return token if token[0].isalpha() or token[0] in "<@" else float(token)

    @staticmethod
    def declared(words):
        return len([word for word in words if word not in ("uniform", "custom")]) == 2 and words[-1].startswith("outputs:")

    def definition(self):
        self.take("def")
        prim = {"type": self.take(), "name": json.loads(self.take()), "children": [], "attributes": {}}
        self.take("{")
        while self.tokens[self.at] != "}":
            if self.tokens[self.at] == "def":
                prim["children"].append(self.definition())
                continue
            words = [self.take()]
            while self.tokens[self.at] != "=" and not self.declared(words):
                words.append(self.take())
            if self.tokens[self.at] != "=":  # declared, without a value
                prim["attributes"][words[-1]] = None
                continue
            self.take("=")
            # `a.timeSamples` and `primvars:a` may come as several tokens.
            name = words[-1] if ":" not in words else "".join(words[words.index(":") - 1:])
            prim["attributes"][name] = self.value()
            if self.tokens[self.at] == "(":
                self.metadata()
        self.take("}")
        return prim


class Export(CliTest):
    def run_scene(self, **changes):
        scene = {**copy_of(SMALL), **changes}
        scene["output"] = {"frame_interval": 0.01}
        self.write_scene(scene)
        self.conjac("run", "scene.json", "-o", "out", "--quiet")

    def sequence(self):
        """Positions and triangles of every frame, as meshio reads the .ply files."""
        self.conjac("export", "out", "--to", "ply", "-o", "ply")
        meshes = [meshio.read(file) for file in sorted((self.folder / "ply").iterdir())]
        return [(m.points.astype(float), m.cells_dict["triangle"]) for m in meshes]

    def test_gltf_and_sequences(self):
        self.run_scene(obstacles=[{"half_space": {"point": [0, -0.02, 0]}},
                                  {"sphere": {"center": [0.09, -0.03, 0.015], "radius": 0.01},
                                   "motion": [{"start": 0, "end": 0.1, "translate": [0, 0.01, 0]}]}])
        frames = self.sequence()
        self.assertGreaterEqual(len(frames), 10)
        done = self.conjac("export", "out/", "--to", "glb")
        self.assertRegex(done.stdout, r"out\.glb \(\d+ frames, .* morph targets, within")
        glb = Glb(self.folder / "out.glb")
        times, positions, triangles = glb.surface(0)
        self.assertEqual(len(times), len(frames))
        self.assertLess(len(glb.json["meshes"][0]["primitives"][0]["targets"]), len(frames))
        size = np.linalg.norm(np.ptp(np.concatenate([x for x, _ in frames]), axis=0))
        for k, (x, faces) in enumerate(frames):
            np.testing.assert_array_equal(triangles, faces)
            self.assertLess(np.linalg.norm(positions[k] - x, axis=1).max(), 1.01e-4 * size)
        exact = self.conjac("export", "out", "--to", "glb", "-o", "fine.glb", "--tolerance", "1e-6")
        self.assertIn("fine.glb", exact.stdout)
        fine = Glb(self.folder / "fine.glb").surface(0)[1]
        self.assertLess(max(abs(fine[k] - x).max() for k, (x, _) in enumerate(frames)), 2e-6 * size)
        names = [node["name"] for node in glb.json["nodes"]]
        self.assertEqual(names[1:], ["obstacle", "obstacle"])
        places = glb.channels(2)["translation"][1]
        self.assertAlmostEqual(places[-1, 1] - places[0, 1], 0.01, places=6)
        self.conjac("export", "out", "--to", "obj")
        again = [meshio.read(file) for file in sorted((self.folder / "out_obj").iterdir())]
        for (x, faces), mesh in zip(frames, again, strict=True):
            np.testing.assert_array_equal(mesh.points.astype(np.float32), x.astype(np.float32))
            np.testing.assert_array_equal(mesh.cells_dict["triangle"], faces)

    def test_usd(self):
        self.run_scene(obstacles=[{"half_space": {"point": [0, -0.02, 0]}}])
        frames = self.sequence()
        self.conjac("export", "out", "--to", "usda", "-o", "run.usda")
        usd = UsdText(self.folder / "run.usda")
        self.assertEqual((usd.head["upAxis"], usd.head["metersPerUnit"]), ("Y", 1))
        self.assertEqual(usd.head["defaultPrim"], usd.prim["name"])
        body, floor = usd.prim["children"]
        self.assertEqual((body["type"], body["name"], floor["name"]), ("Mesh", "body_0", "obstacle_0"))
        attributes = body["attributes"]
        samples = attributes["points.timeSamples"]
        self.assertEqual(len(samples), len(frames))
        self.assertEqual(list(samples), sorted(samples))
        self.assertAlmostEqual(max(samples) / usd.head["timeCodesPerSecond"], 0.1, places=9)
        faces = np.array(attributes["faceVertexIndices"], int).reshape(-1, 3)
        self.assertEqual(set(attributes["faceVertexCounts"]), {3.0})
        for (x, triangles), points in zip(frames, samples.values(), strict=True):
            np.testing.assert_array_equal(faces, triangles)
            np.testing.assert_array_equal(np.float32(points), np.float32(x))

    def test_a_cut_begins_another_mesh(self):
        self.run_scene(timeline=[{"cut": {"time": 0.05, "plane": {"point": [0.045, 0, 0], "normal": [1, 0, 0]}}}])
        done = self.conjac("export", "out", "--to", "glb", "-o", "run.glb")
        self.assertIn("2 meshes follow each other", done.stdout)
        self.conjac("export", "out", "--to", "usda", "-o", "run.usda")
        glb = Glb(self.folder / "run.glb")
        self.assertEqual(len(glb.json["meshes"]), 2)
        for node, shown in ((0, [1, 0]), (1, [0, 1])):
            times, scale = glb.channels(node)["scale"]
            np.testing.assert_array_equal(scale[:, 0], shown)
        bodies = UsdText(self.folder / "run.usda").prim["children"]
        self.assertEqual([list(b["attributes"]["visibility.timeSamples"].values()) for b in bodies],
                         [["inherited", "invisible"], ["invisible", "inherited"]])
        counts = [len(x) for x, _ in self.sequence()]  # each file has what there was then
        self.assertEqual(counts, sorted(counts))
        self.assertLess(counts[0], counts[-1])

    def test_mistakes(self):
        self.run_scene()

        def refused(*arguments, exit_code=2):
            return self.conjac("export", *arguments, exit_code=exit_code).stderr
        self.assertIn("say what to write", refused("out"))
        self.assertIn("--output goes with --to", refused("out", "--html", "a.html", "-o", "a.glb"))
        self.assertIn("glb", refused("out", "--to", "fbx"))
        self.assertIn("recording.cjvr", refused(".", "--to", "glb", exit_code=5))
        self.assertIn("tolerance", refused("out", "--to", "glb", "--tolerance", "2"))
        self.assertIn("--html alone", refused("out", "out", "--to", "glb"))
        self.assertIn("none/a.glb", refused("out", "--to", "glb", "-o", "none/a.glb", exit_code=5))
        self.assertEqual(list(self.folder.glob("*.glb")), [])


if __name__ == "__main__":
    unittest.main()
