import assert from "node:assert/strict";
import { test } from "node:test";
import { read_head, read_shape, type Shape } from "../../src/format";
import { corner_weights, Fibres } from "../../src/fibres";
import { meet_plane, pick_triangle } from "../../src/pick";
import {
  build_surface,
  face_neighbours,
  kept_elements,
  update_vertices,
  type Surface,
} from "../../src/surface";
import { shape_message, type MeshParts } from "../encode";
import { bar, frame_at } from "../sample";

function shape_of(mesh: MeshParts): Shape {
  const bytes = shape_message(0, 1, 0, mesh);
  return read_shape(bytes, read_head(new DataView(bytes.buffer)));
}

const sorted = (nodes: number[]) => [...nodes].sort((a, b) => a - b).join();
function faces(surface: Surface): string[] {
  const found: string[] = [];
  for (let t = 0; t < surface.triangles.length; t += 3) {
    const nodes = [0, 1, 2].map((i) => surface.vertex_node[surface.triangles[t + i]]);
    found.push(sorted(nodes));
  }
  return found.sort();
}

// Volume inside a closed surface whose triangles are turned outwards.
function enclosed(surface: Surface, x: ArrayLike<number>): number {
  let volume = 0;
  for (let t = 0; t < surface.triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((i) => {
      const at = 3 * surface.vertex_node[surface.triangles[t + i]];
      return [x[at], x[at + 1], x[at + 2]];
    });
    volume +=
      (a[0] * (b[1] * c[2] - b[2] * c[1]) -
        a[1] * (b[0] * c[2] - b[2] * c[0]) +
        a[2] * (b[0] * c[1] - b[1] * c[0])) /
      6;
  }
  return volume;
}

const mesh = bar(5, 3, 2, 0.1);
const shape = shape_of(mesh);
const cell = 0.1 ** 3;

test("the surface is the boundary of the elements, turned outwards", () => {
  const surface = build_surface(shape, face_neighbours(shape), null);
  const wanted: string[] = [];
  for (let t = 0; t < mesh.triangles.length; t += 3) {
    wanted.push(sorted(mesh.triangles.slice(t, t + 3)));
  }
  assert.deepEqual(faces(surface), wanted.sort());
  assert.ok(Math.abs(enclosed(surface, mesh.rest) - 30 * cell) < 1e-8);
});

test("elements of negative volume are turned outwards too", () => {
  const elements = [...mesh.elements];
  for (let e = 0; e < elements.length; e += 8) {
    [elements[e], elements[e + 1]] = [elements[e + 1], elements[e]];
  }
  const other = shape_of({ ...mesh, elements });
  const surface = build_surface(other, face_neighbours(other), null);
  assert.ok(Math.abs(enclosed(surface, mesh.rest) - 30 * cell) < 1e-8);
});

test("a clipping plane leaves a closed surface around the kept elements", () => {
  const kept = kept_elements(shape, [1, 0, 0], 0.3);
  assert.equal(
    kept.reduce((a, b) => a + b, 0),
    6 * 3 * 3 * 2,
  );
  const surface = build_surface(shape, face_neighbours(shape), kept);
  assert.ok(Math.abs(enclosed(surface, mesh.rest) - 18 * cell) < 1e-8);
  // Inside faces are flat: each has three vertices and normals of its own.
  const inside = 3 * 2 * 2;
  const groups = new Set(surface.vertex_group);
  const outside = new Set(faces(surface).flatMap((face) => face.split(","))).size;
  assert.equal(groups.size, surface.groups);
  assert.ok(surface.groups >= 3 * inside && surface.groups <= outside + 3 * inside);
  const skewed = kept_elements(shape, [0.6, 0.8, 0], 0.31);
  const crinkled = build_surface(shape, face_neighbours(shape), skewed);
  const count = skewed.reduce((a, b) => a + b, 0);
  assert.ok(Math.abs(enclosed(crinkled, mesh.rest) - (count * cell) / 6) < 1e-8);
});

test("vertices carry one region and material each, edges are drawn once", () => {
  const surface = build_surface(shape, face_neighbours(shape), null);
  const label = (e: number) => `${shape.regions[e]} ${shape.materials[e]}`;
  const seen = new Set<string>();
  surface.vertex_node.forEach((node, v) => {
    const key = `${node} ${label(surface.vertex_element[v])}`;
    assert.ok(!seen.has(key));
    seen.add(key);
  });
  const nodes = new Set(surface.vertex_node).size;
  const triangles = surface.triangles.length / 3;
  // Euler: a closed surface without holes.
  assert.equal(nodes - surface.edges.length / 2 + triangles, 2);
});

test("normals point outwards and have length one, also when the body is bent", () => {
  const surface = build_surface(shape, face_neighbours(shape), null);
  const count = 3 * surface.vertex_node.length;
  const positions = new Float32Array(count);
  const normals = new Float32Array(count);
  const x = Float32Array.from(frame_at(mesh, 0.2).positions);
  update_vertices(surface, x, positions, normals, new Float32Array(3 * surface.groups));
  for (let v = 0; v < surface.vertex_node.length; ++v) {
    const n = normals.subarray(3 * v, 3 * v + 3);
    assert.ok(Math.abs(Math.hypot(...n) - 1) < 1e-5);
    const node = surface.vertex_node[v];
    assert.deepEqual(
      [...positions.subarray(3 * v, 3 * v + 3)],
      [...x.subarray(3 * node, 3 * node + 3)],
    );
    if (mesh.rest[3 * node] === 0) assert.ok(n[0] < 0);
    if (mesh.rest[3 * node + 1] === 0) assert.ok(n[1] < 0);
  }
});

test("a triangle mesh is drawn as it is", () => {
  const flat = shape_of({
    rest: [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0],
    triangles: [0, 1, 2, 0, 2, 3],
    elements: [0, 1, 2, 0, 2, 3],
    corners: 3,
    regions: [0, 0],
    materials: [0, 0],
    representatives: [],
  });
  const surface = build_surface(flat, null, null);
  assert.deepEqual(faces(surface), ["0,1,2", "0,2,3"]);
  assert.equal(surface.edges.length / 2, 5);
});

test("a ray picks the nearest triangle and its nearest corner", () => {
  const positions = Float32Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, -1, 1, 0, -1, 0, 1, -1]);
  const triangles = Uint32Array.from([3, 4, 5, 0, 1, 2]);
  const hit = pick_triangle([0.7, 0.1, 5], [0, 0, -1], positions, triangles);
  assert.deepEqual({ ...hit, weights: 0 }, { triangle: 1, vertex: 1, distance: 5, weights: 0 });
  const [a, b, c] = hit!.weights;
  const corner = (i: number, axis: number) => positions[3 * triangles[3 + i] + axis];
  assert.ok(Math.abs(a + b + c - 1) < 1e-12);
  for (const [axis, value] of [0.7, 0.1].entries())
    assert.ok(
      Math.abs(a * corner(0, axis) + b * corner(1, axis) + c * corner(2, axis) - value) < 1e-6,
    );
  assert.equal(pick_triangle([0.7, 0.1, 5], [0, 0, 1], positions, triangles), null);
  assert.equal(pick_triangle([0.8, 0.8, 5], [0, 0, -1], positions, triangles), null);
  assert.deepEqual(meet_plane([0, 0, 5], [0.5, 0, -1], [0, 0, 1], [0, 0, 1]), [2, 0, 1]);
  assert.equal(meet_plane([0, 0, 5], [1, 0, 0], [0, 0, 1], [0, 0, 1]), null);
});

test("fibres follow the deformation gradient of their element", () => {
  const F = [
    [1.2, 0.3, 0],
    [-0.1, 0.9, 0.2],
    [0.05, 0, 1.1],
  ];
  const map = (p: number[]) => F.map((row) => row[0] * p[0] + row[1] * p[1] + row[2] * p[2] + 0.5);
  const x = new Float32Array(mesh.rest.length);
  for (let n = 0; n < mesh.rest.length; n += 3) x.set(map(mesh.rest.slice(n, n + 3)), n);
  const fibres = new Fibres(shape);
  fibres.update(shape.rest);
  const rest = [...fibres.positions];
  fibres.update(x);
  for (let end = 0; end < rest.length; end += 3) {
    const wanted = map(rest.slice(end, end + 3));
    wanted.forEach((value, i) => assert.ok(Math.abs(fibres.positions[end + i] - value) < 1e-5));
  }
  const along = [0, 1, 2].map((i) => rest[3 + i] - rest[i]);
  assert.ok(along[0] > 0 && Math.abs(along[1]) < 1e-6 && Math.abs(along[2]) < 1e-6);
  const weights = corner_weights(shape, 0, [0.03, 0.02, 0.01]);
  assert.ok(Math.abs(weights.reduce((a, b) => a + b, 0) - 1) < 1e-12);
});
