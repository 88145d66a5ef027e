// Solids that change their shape: which two shapes a moment lies between, and what is drawn then.
import assert from "node:assert/strict";
import test from "node:test";
import type { BufferGeometry, Mesh } from "three";
import type { Frame, Solid } from "../../src/format";
import { Solids, shape_at } from "../../src/solids";

const start = [0, 0, 0, 1, 0, 0, 0, 1, 0];
const later = [0, 0, 2, 1, 0, 2, 0, 1, 4];

function sequence(repeat: boolean) {
  return { start: 0.5, interval: 0.1, repeat, positions: [start, later, start] };
}

function near(found: readonly number[], expected: readonly number[]): void {
  assert.equal(found.length, expected.length);
  found.forEach((value, k) => assert.ok(Math.abs(value - expected[k]) < 1e-6, `${found}`));
}

test("a moment lies between two shapes", () => {
  for (const repeat of [false, true]) {
    near(shape_at(sequence(repeat), 0.2), [0, 0, 0]);
    near(shape_at(sequence(repeat), 0.525), [0, 1, 0.25]);
    near(shape_at(sequence(repeat), 0.675), [1, 2, 0.75]);
  }
  near(shape_at(sequence(false), 9), [2, 2, 0]);
  near(shape_at(sequence(true), 0.775), [2, 0, 0.75]);
  near(shape_at(sequence(true), 0.5 + 0.3 * 4 + 0.05), [0, 1, 0.5]);
});

test("the drawn mesh has the shape of the moment", () => {
  const solids = new Solids();
  const solid = {
    kind: "mesh",
    name: "wave",
    role: "obstacle",
    positions: start,
    triangles: [0, 1, 2],
  };
  solids.set([{ ...solid, sequence: sequence(false) } as Solid], 1);
  solids.update({ time: 0.55, solids: new Float32Array([0, 0, 0, 0, 0, 0, 1]) } as Frame);
  const mesh = solids.group.children[0] as Mesh<BufferGeometry>;
  near([...mesh.geometry.getAttribute("position").array], [0, 0, 1, 1, 0, 1, 0, 1, 2]);
});
