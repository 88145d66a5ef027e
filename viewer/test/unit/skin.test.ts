import assert from "node:assert/strict";
import { test } from "node:test";
import { bare_triangles, carry } from "../../src/carried_skin";
import { FormatError, read_head, read_shape } from "../../src/format";
import { build_surface, face_neighbours } from "../../src/surface";
import { shape_message, type MeshParts } from "../encode";
import { bar } from "../sample";

const mesh: MeshParts = bar(3, 2, 2);
const nodes = [
  ...mesh.elements.slice(0, 4),
  ...mesh.elements.slice(8, 12),
  ...mesh.elements.slice(0, 4),
];
mesh.skin = {
  nodes,
  weights: [0.25, 0.25, 0.25, 0.25, 0.5, 0.5, 0, 0, 1.5, -0.5, 0, 0],
  normals: [0, 0, 1, 0.6, 0.8, 0, 1, 0, 0],
  texture: [0, 0, 1, 0, 0, 1],
  triangles: [0, 1, 2],
  bare: mesh.triangles.slice(0, 3),
};

function shape_of(parts: MeshParts) {
  const bytes = shape_message(0, 1, 0, parts);
  return read_shape(bytes, read_head(new DataView(bytes.buffer)));
}

test("a skin is read, and one that names what is not there is refused", () => {
  const { skin } = shape_of(mesh);
  assert.deepEqual([...skin!.nodes], nodes);
  assert.deepEqual([...skin!.texture], mesh.skin!.texture);
  assert.deepEqual([...skin!.triangles], [0, 1, 2]);
  assert.equal(shape_of(bar(2, 1, 1)).skin, undefined);
  const spoilt = { ...mesh, skin: { ...mesh.skin!, triangles: [0, 1, 3] } };
  assert.throws(() => shape_of(spoilt), FormatError);
});

test("an affine motion carries a skin and turns its normals exactly", () => {
  const shape = shape_of(mesh);
  const skin = shape.skin!;
  // x -> A x + b; a normal goes by the cofactors of A.
  const A = [1.2, 0.3, 0, -0.1, 0.8, 0.2, 0, 0.4, 1.1];
  const b = [0.5, -0.2, 0.1];
  const map = (x: number[], shift: number[]) =>
    [0, 1, 2].map((r) => A[3 * r] * x[0] + A[3 * r + 1] * x[1] + A[3 * r + 2] * x[2] + shift[r]);
  const rows = [A.slice(0, 3), A.slice(3, 6), A.slice(6, 9)];
  const cross = (p: number[], q: number[]) => [
    p[1] * q[2] - p[2] * q[1],
    p[2] * q[0] - p[0] * q[2],
    p[0] * q[1] - p[1] * q[0],
  ];
  const cofactors = [cross(rows[1], rows[2]), cross(rows[2], rows[0]), cross(rows[0], rows[1])];
  const rest_of = (from: Float32Array, node: number) => [...from.subarray(3 * node, 3 * node + 3)];
  const moved = new Float32Array(shape.rest.length);
  for (let n = 0; n < shape.nodes; ++n) moved.set(map(rest_of(shape.rest, n), b), 3 * n);
  const at_rest = new Float32Array(9);
  const at = new Float32Array(9);
  const normals = new Float32Array(9);
  carry(skin, shape.rest, shape.rest, at_rest, normals);
  normals.forEach((value, i) => assert.ok(Math.abs(value - mesh.skin!.normals[i]) < 1e-6));
  carry(skin, shape.rest, moved, at, normals);
  for (let v = 0; v < 3; ++v) {
    const expected = map(rest_of(at_rest, v), b);
    const n = rest_of(skin.normals, v);
    const turned = cofactors.map((row) => row[0] * n[0] + row[1] * n[1] + row[2] * n[2]);
    const length = Math.hypot(...turned);
    for (let c = 0; c < 3; ++c) {
      assert.ok(Math.abs(at[3 * v + c] - expected[c]) < 1e-6);
      assert.ok(Math.abs(normals[3 * v + c] - turned[c] / length) < 1e-5);
    }
  }
});

test("of the body's own surface the bare triangles are left", () => {
  const shape = shape_of(mesh);
  const surface = build_surface(shape, face_neighbours(shape));
  const left = bare_triangles(shape.skin!, surface);
  assert.equal(left.length, 3);
  const found = [...left].map((v) => surface.vertex_node[v]).sort((a, b) => a - b);
  assert.deepEqual(
    found,
    [...mesh.skin!.bare].sort((a, b) => a - b),
  );
});
