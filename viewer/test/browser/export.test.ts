// What `conjac export --to glb` writes, read by others: Khronos' validator and three's loader.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { validateBytes } from "gltf-validator";
import { AnimationMixer, Mesh, Vector3, type BufferGeometry, type Object3D } from "three";
import { GLTFLoader, type GLTF } from "three/examples/jsm/loaders/GLTFLoader.js";
import { run, scratch } from "./program";

const { folder, remove } = scratch();
after(remove);

const kScene = {
  name: "bar",
  mesh: { box: { cells: [10, 2, 2], size: [0.1, 0.02, 0.02] } },
  materials: [{ density: 1000, laws: [{ law: "SNH", young: 1e5, poisson: 0.4 }] }],
  roles: [
    { role: "fixed", select: { slice: { axis: "x", at: 0 } } },
    { role: "dynamic", select: { nearest: { point: [0.1, 0.01, 0.01] } } },
  ],
  obstacles: [
    {
      sphere: { center: [0.09, -0.05, 0.01], radius: 0.01 },
      motion: [{ start: 0, end: 0.1, translate: [0, 0.01, 0] }],
    },
  ],
  time: { step: 0.005, duration: 0.1 },
  output: { frame_interval: 0.01 },
};

function exported(name: string, scene: object): { bytes: Uint8Array; results: string } {
  const file = join(folder, `${name}.json`);
  const results = join(folder, name);
  writeFileSync(file, JSON.stringify(scene));
  run("run", file, "-o", results, "--quiet");
  run("export", results, "--to", "glb", "-o", `${results}.glb`);
  return { bytes: new Uint8Array(readFileSync(`${results}.glb`)), results };
}

async function loaded(bytes: Uint8Array): Promise<GLTF> {
  const copy = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  return new GLTFLoader().parseAsync(copy as ArrayBuffer, "");
}

async function expect_valid(bytes: Uint8Array): Promise<void> {
  const report = await validateBytes(bytes);
  assert.equal(
    report.issues.numErrors + report.issues.numWarnings,
    0,
    JSON.stringify(report.issues),
  );
}

function meshes(root: Object3D): Mesh<BufferGeometry>[] {
  const found: Mesh<BufferGeometry>[] = [];
  root.traverse((one) => {
    if (one instanceof Mesh) found.push(one);
  });
  return found;
}

// The vertices of an .obj frame, as the same program writes them.
function frame_of(results: string, frame: number): Vector3[] {
  const name = `frame_${String(frame).padStart(4, "0")}.obj`;
  return readFileSync(join(`${results}_obj`, name), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("v "))
    .map(
      (line) => new Vector3(...(line.split(" ").slice(1).map(Number) as [number, number, number])),
    );
}

test("three plays the motion that was exported, and the validator finds nothing", async () => {
  const { bytes, results } = exported("bar", kScene);
  await expect_valid(bytes);
  const gltf = await loaded(bytes);
  const [body, ball] = meshes(gltf.scene);
  assert.equal(meshes(gltf.scene).length, 2);
  assert.ok((body.material as { flatShading?: boolean }).flatShading);
  run("export", results, "--to", "obj");
  const mixer = new AnimationMixer(gltf.scene);
  mixer.clipAction(gltf.animations[0]).play();
  const seen = new Vector3();
  let farthest = 0;
  for (const frame of [0, 4, 9]) {
    mixer.setTime(frame * 0.01);
    const expected = frame_of(results, frame);
    assert.equal(body.geometry.getAttribute("position").count, expected.length);
    expected.forEach((place, i) => {
      body.getVertexPosition(i, seen);
      farthest = Math.max(farthest, seen.distanceTo(place));
    });
  }
  // The size of the motion is about 0.11 m, and the tolerance 1e-4 of it.
  assert.ok(farthest < 1.3e-5, `${farthest}`);
  mixer.setTime(0.05);
  assert.ok(Math.abs(ball.position.y - (-0.05 + 0.005)) < 1e-6, `${ball.position.y}`);
});

test("after a cut the other mesh is seen, and only that", async () => {
  const cut = { time: 0.05, plane: { point: [0.045, 0, 0], normal: [1, 0, 0] } };
  const { bytes } = exported("cut", { ...kScene, timeline: [{ cut }], obstacles: [] });
  await expect_valid(bytes);
  const gltf = await loaded(bytes);
  const [before, later] = meshes(gltf.scene);
  const mixer = new AnimationMixer(gltf.scene);
  mixer.clipAction(gltf.animations[0]).play();
  mixer.setTime(0.02);
  assert.deepEqual([before.scale.x, later.scale.x], [1, 0]);
  mixer.setTime(0.08);
  assert.deepEqual([before.scale.x, later.scale.x], [0, 1]);
});
