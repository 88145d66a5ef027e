"""A fine surface on a coarse body: carried along, into the recording, pictures and exports; its mistakes are named."""
import json
import struct
import unittest
import zlib

import meshio
import numpy as np

from cli import SMALL, CliTest, copy_of
from test_export import Glb, UsdText


def sheet(height, cells=12, texture=True):
    """An .obj file of a sheet over SMALL's bar."""
    lines, faces = [], []
    for j in range(cells + 1):
        for i in range(cells + 1):
            lines += [f"v {0.09 * i / cells:.6f} {height} {0.03 * j / cells:.6f}"]
            lines += [f"vt {i / cells:.4f} {j / cells:.4f}"] * texture
    for j in range(cells):
        for i in range(cells):
            a = j * (cells + 1) + i + 1
            b = a + cells + 1
            faces += [(a, b, b + 1), (a, b + 1, a + 1)]
    corner = "{0}/{0}/1" if texture else "{0}//1"
    lines += ["vn 0 1 0"] + ["f " + " ".join(corner.format(c) for c in face) for face in faces]
    return "\n".join(lines) + "\n"


def png(width, height, pixels):
    """The smallest file that is one: RGB, no filters."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + pixels[3 * width * k:3 * width * (k + 1)] for k in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


class Skin(CliTest):
    def run_scene(self, **changes):
        scene = {**copy_of(SMALL), "skin": {"file": "skin.obj"}, **changes}
        scene["output"] = {"frame_interval": 0.02}
        self.write_scene(scene)
        self.conjac("run", "scene.json", "-o", "out", "--quiet")

    def frames(self):
        self.conjac("export", "out", "--to", "ply", "-o", "ply")
        return [meshio.read(file) for file in sorted((self.folder / "ply").iterdir())]

    def test_what_is_exported_is_the_skin(self):
        (self.folder / "skin.obj").write_text(sheet(0.031))
        self.run_scene()
        frames = self.frames()
        self.assertEqual(len(frames[0].points), 13 * 13)
        self.assertEqual(len(frames[0].cells_dict["triangle"]), 2 * 12 * 12)
        rest = np.array([[0.09 * i / 12, 0.031, 0.03 * j / 12] for j in range(13) for i in range(13)])
        # Vertices come in the order in which triangles name them; the texture says which is which.
        number = np.rint(13 * 12 * frames[0].point_data["t"] + 12 * frames[0].point_data["s"]).astype(int)
        rest = rest[number]
        np.testing.assert_allclose(frames[0].points, rest, atol=1e-6)
        # The bar hangs down: the free end of the skin with it, and its normals lean outwards.
        start, end, last = list(number).index(0), list(number).index(12), frames[-1]
        self.assertLess(last.points[end][1], rest[end][1] - 0.002)
        np.testing.assert_allclose(last.points[start], rest[start], atol=1e-3)
        normals = np.stack([last.point_data[name] for name in ("nx", "ny", "nz")], axis=1)
        np.testing.assert_allclose(np.linalg.norm(normals, axis=1), 1, atol=1e-5)
        self.assertGreater(normals[end][0], 0.05)
        # As the triangles lie: the carried normals are those of the surface that came out.
        corners = last.points[last.cells_dict["triangle"]]
        faces = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        faces /= np.linalg.norm(faces, axis=1)[:, None]
        means = normals[last.cells_dict["triangle"]].mean(axis=1)
        self.assertGreater(np.sum(faces * means, axis=1).min(), 0.95)

    def test_gltf_and_usd_have_normals_and_texture(self):
        (self.folder / "skin.obj").write_text(sheet(0.031))
        self.run_scene()
        frames = self.frames()
        self.conjac("export", "out", "--to", "glb", "-o", "run.glb")
        glb = Glb(self.folder / "run.glb")
        primitive = glb.json["meshes"][0]["primitives"][0]
        normals = glb.array(primitive["attributes"]["NORMAL"])
        np.testing.assert_allclose(np.linalg.norm(normals, axis=1), 1, atol=1e-5)
        place = glb.array(primitive["attributes"]["TEXCOORD_0"])
        np.testing.assert_allclose(place[:, 1], 1 - frames[0].point_data["t"], atol=1e-6)
        turns = np.array([glb.array(t["NORMAL"]) for t in primitive["targets"]], float)
        times, weights = glb.channels(0)["weights"]
        weights = weights.reshape(len(times), -1).astype(float)
        shown = normals + np.einsum("j,jvc->vc", weights[-1], turns)
        shown /= np.linalg.norm(shown, axis=1)[:, None]
        there = np.stack([frames[-1].point_data[name] for name in ("nx", "ny", "nz")], axis=1)
        self.assertGreater(np.sum(shown * there, axis=1).min(), 0.99)
        self.conjac("export", "out", "--to", "usda", "-o", "run.usda")
        (body,) = UsdText(self.folder / "run.usda").prim["children"]
        samples = body["attributes"]["normals.timeSamples"]
        np.testing.assert_allclose(list(samples.values())[-1], there, atol=1e-5)
        self.assertEqual(np.shape(body["attributes"]["primvars:st"]), (13 * 13, 2))

    def test_the_image_of_a_texture_goes_into_exports(self):
        (self.folder / "skin.obj").write_text(sheet(0.031))
        image = png(2, 2, bytes([255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 0]))
        (self.folder / "colours.png").write_bytes(image)
        self.run_scene(skin={"file": "skin.obj", "texture": "colours.png"})
        self.conjac("export", "out", "--to", "glb", "-o", "run.glb")
        glb = Glb(self.folder / "run.glb")
        view = glb.json["bufferViews"][glb.json["images"][0]["bufferView"]]
        self.assertEqual(glb.binary[view["byteOffset"]:view["byteOffset"] + view["byteLength"]], image)
        self.assertEqual(glb.json["images"][0]["mimeType"], "image/png")
        look = glb.json["materials"][glb.json["meshes"][0]["primitives"][0]["material"]]
        self.assertEqual(look["pbrMetallicRoughness"]["baseColorTexture"], {"index": 0})
        self.conjac("export", "out", "--to", "usda", "-o", "run.usda")
        self.assertEqual((self.folder / "run-texture.png").read_bytes(), image)
        body, skin = UsdText(self.folder / "run.usda").prim["children"]
        self.assertEqual(body["attributes"]["material:binding"], "</small/skin>")
        self.assertEqual((skin["type"], skin["name"]), ("Material", "skin"))
        shaders = {child["name"]: child["attributes"] for child in skin["children"]}
        self.assertEqual(skin["attributes"]["outputs:surface.connect"], "</small/skin/look.outputs:surface>")
        self.assertEqual(shaders["look"]["inputs:diffuseColor.connect"], "</small/skin/image.outputs:rgb>")
        self.assertEqual(shaders["image"]["inputs:file"], "@./run-texture.png@")
        self.assertEqual(shaders["image"]["inputs:st.connect"], "</small/skin/place.outputs:result>")
        self.assertEqual(shaders["place"]["inputs:varname"], "st")
        (self.folder / "colours.png").write_text("no image")
        self.assertIn("neither a PNG nor a JPEG", self.conjac("validate", "scene.json", exit_code=3).stderr)
        (self.folder / "colours.png").write_bytes(image)
        (self.folder / "skin.obj").write_text(sheet(0.031, texture=False))
        self.assertIn("has no texture coordinates", self.conjac("validate", "scene.json", exit_code=3).stderr)

    def test_a_cut_parts_the_skin(self):
        (self.folder / "skin.obj").write_text(sheet(0.03, texture=False))
        self.run_scene(timeline=[{"cut": {"time": 0.04, "plane": {"point": [0.045, 0, 0], "normal": [1, 0, 0]}}}],
                       time={"step": 0.005, "duration": 0.2})
        frames = self.frames()
        first, last = frames[0], frames[-1]
        cells = last.cells_dict["triangle"]
        # The skin and what the cut has opened; the loose half has fallen, and no triangle is stretched.
        self.assertGreater(len(cells), len(first.cells_dict["triangle"]))
        edges = np.linalg.norm(last.points[cells] - last.points[np.roll(cells, 1, axis=1)], axis=2)
        self.assertLess(last.points[:, 1].min(), -0.03)
        self.assertLess(edges.max(), 0.03)

    def test_one_of_several_bodies(self):
        (self.folder / "skin.obj").write_text(sheet(0.031))
        scene = copy_of(SMALL)
        mesh = scene.pop("mesh")
        scene["bodies"] = [{"name": "bar", "mesh": {**mesh, "translate": [0, 0, 0.1]}},
                           {"name": "other", "mesh": {**mesh, "translate": [0, 0.2, 0]}}]
        scene["skin"] = {"file": "skin.obj", "body": "bar"}
        scene["output"] = {"frame_interval": 0.02}
        self.write_scene(scene)
        self.conjac("run", "scene.json", "-o", "out", "--quiet", "--steps", "4")
        points = self.frames()[0].points
        self.assertGreater(len(points), 13 * 13)  # the other body is shown as it is
        np.testing.assert_allclose(points[0], [0, 0.031, 0.1], atol=1e-6)  # placed with its body
        scene["skin"]["body"] = "third"
        self.write_scene(scene)
        text = self.conjac("validate", "scene.json", exit_code=3).stderr
        self.assertIn('there is no body "third"', text)
        self.assertIn("bar, other", text)

    def test_pictures_and_validate(self):
        (self.folder / "skin.obj").write_text(sheet(0.031))
        self.run_scene()
        text = self.conjac("validate", "scene.json").stdout
        self.assertRegex(text, r"skin: 169 vertices, 288 triangles; 169 vertices outside of the body, by up to 0\.001")
        self.conjac("render", "out", "-o", "with.png", "--size", "320x240")
        scene = json.loads((self.folder / "scene.json").read_text())
        del scene["skin"]
        self.write_scene(scene)
        self.conjac("run", "scene.json", "-o", "out", "--quiet")
        self.conjac("render", "out", "-o", "without.png", "--size", "320x240")
        self.assertNotEqual((self.folder / "with.png").read_bytes(), (self.folder / "without.png").read_bytes())

    def test_mistakes(self):
        self.write_scene({**copy_of(SMALL), "skin": {"file": "none.obj"}})
        self.assertIn("none.obj", self.conjac("run", "scene.json", exit_code=3).stderr)
        (self.folder / "skin.vtu").write_text("")
        self.write_scene({**copy_of(SMALL), "skin": {"file": "skin.vtu"}})
        self.assertIn(".obj, .ply or .stl", self.conjac("run", "scene.json", exit_code=3).stderr)
        (self.folder / "skin.obj").write_text(sheet(0.031))
        flat = copy_of(SMALL)
        flat["mesh"] = {"rectangle": {"cells": [6, 2], "size": [0.09, 0.03]}}
        flat["roles"] = flat["roles"][:1]
        flat["placement"] = {"dynamic": 1}
        self.write_scene({**flat, "skin": {"file": "skin.obj"}})
        self.assertIn("only bodies in 3D", self.conjac("run", "scene.json", exit_code=3).stderr)


if __name__ == "__main__":
    unittest.main()
