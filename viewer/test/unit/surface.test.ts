import assert from "node:assert/strict";
import { test } from "node:test";
import { color_vertices } from "../../src/coloring";
import { kMapCool, kSamples } from "../../src/colors";
import { read_head, read_shape, type Frame, type Shape } from "../../src/format";
import { Sky } from "../../src/occlusion";
import { beyond, sliced_surface } from "../../src/slice";
import { corner_weights, Fibres } from "../../src/fibres";
import { meet_plane, pick_triangle } from "../../src/pick";
import { build_surface, face_neighbours, update_vertices, type Surface } from "../../src/surface";
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
  const surface = build_surface(shape, face_neighbours(shape));
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
  const surface = build_surface(other, face_neighbours(other));
  assert.ok(Math.abs(enclosed(surface, mesh.rest) - 30 * cell) < 1e-8);
});

// Where the vertices of a surface are, and its normals.
function placed(surface: Surface, x: Float32Array) {
  const positions = new Float32Array(3 * surface.vertex_node.length);
  const normals = positions.slice();
  update_vertices(surface, x, positions, normals, new Float32Array(3 * surface.groups));
  const vertices = { ...surface, vertex_node: surface.vertex_node.map((_, v) => v) };
  return { positions, normals, volume: enclosed(vertices, positions) };
}

test("a slice goes through elements: its volume is exact, its face is flat at rest", () => {
  const neighbours = face_neighbours(shape);
  const x = Float32Array.from(mesh.rest);
  for (const at of [0.07, 0.25, 0.3, 0.333, 0.45]) {
    const surface = sliced_surface(shape, neighbours, { normal: [1, 0, 0], offset: at });
    const { positions, normals, volume } = placed(surface, x);
    assert.ok(Math.abs(volume - at * 0.3 * 0.2) < 1e-6, `${at}: ${volume}`);
    let face = 0;
    for (let v = 0; v < surface.vertex_node.length; ++v) {
      assert.ok(positions[3 * v] < at + 1e-5, "nothing stands out");
      if (normals[3 * v] > 0.9999) ++face;
    }
    assert.ok(face >= 12, "the face has normals of its own");
  }
  // Askew it is closed too: a sixth of the box of a corner.
  const corner = { normal: [0.6, 0.48, 0.64] as const, offset: 0.6 * 0.1 };
  const { volume } = placed(sliced_surface(shape, neighbours, corner), x);
  assert.ok(Math.abs(volume - (0.1 * 0.125 * 0.09375) / 6) < 1e-6);
  const other = { normal: [-0.6, -0.48, -0.64] as const, offset: -0.6 * 0.1 };
  const rest = placed(sliced_surface(shape, neighbours, other), x);
  assert.ok(Math.abs(volume + rest.volume - 30 * cell) < 1e-6, "the two sides make up the whole");
});

test("the face of a slice moves with the elements and has their values", () => {
  const surface = sliced_surface(shape, face_neighbours(shape), {
    normal: [1, 0, 0],
    offset: 0.25,
  });
  const map = (p: ArrayLike<number>) => [
    1.3 * p[0] + 0.2 * p[1],
    0.9 * p[1] - 0.1 * p[0],
    p[2] + 1,
  ];
  const x = new Float32Array(mesh.rest.length);
  for (let n = 0; n < x.length; n += 3) x.set(map(mesh.rest.slice(n, n + 3)), n);
  const now = placed(surface, x).positions;
  const rest = placed(surface, Float32Array.from(mesh.rest)).positions;
  for (let v = 0; v < surface.vertex_node.length; ++v)
    map(rest.subarray(3 * v, 3 * v + 3)).forEach((value, i) =>
      assert.ok(Math.abs(now[3 * v + i] - value) < 1e-5),
    );
  // A speed that grows along x is halfway between two layers of nodes on the face.
  const frame = { speed: x.map((_, i) => mesh.rest[3 * i] ?? 0) } as unknown as Frame;
  const colors = new Float32Array(3 * surface.vertex_node.length);
  color_vertices(colors, surface, shape, frame, { mode: "speed", upper: 0.5 });
  const wanted = Math.round(0.5 * (kSamples - 1));
  let face = 0;
  surface.mix!.share.forEach((share, v) => {
    if (share === 0) return;
    ++face;
    for (let i = 0; i < 3; ++i)
      assert.ok(Math.abs(colors[3 * v + i] - kMapCool[3 * wanted + i]) < 0.02);
  });
  assert.ok(face >= 12);
});

test("a triangle mesh is sliced along a line", () => {
  const flat = shape_of({
    rest: [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0],
    triangles: [0, 1, 2, 0, 2, 3],
    elements: [0, 1, 2, 0, 2, 3],
    corners: 3,
    regions: [0, 0],
    materials: [0, 0],
    representatives: [],
  });
  const surface = sliced_surface(flat, null, { normal: [1, 0, 0], offset: 0.4 });
  const { positions } = placed(surface, flat.rest);
  let area = 0;
  for (let t = 0; t < surface.triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((i) => 3 * surface.triangles[t + i]);
    const d = (p: number, axis: number) => positions[p + axis] - positions[a + axis];
    area += (d(b, 0) * d(c, 1) - d(b, 1) * d(c, 0)) / 2;
  }
  assert.ok(Math.abs(area - 0.4) < 1e-6);
});

test("hollows see less of the sky, and a convex body sees all of it", () => {
  const open = (of: Shape, pick: (x: number, y: number, z: number) => boolean) => {
    const surface = build_surface(of, face_neighbours(of));
    const { positions, normals } = placed(surface, of.rest);
    const seen = new Sky(of).seen(surface.vertex_node, positions, normals, () => false);
    const found = [...seen].filter((_, v) =>
      pick(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]),
    );
    assert.ok(found.length > 0);
    return found;
  };
  assert.ok(Math.min(...open(shape, () => true)) > 0.97, "a box");
  // A channel: a block of 9 by 6 by 4 cells without the upper part of its middle third.
  const block = bar(9, 6, 4, 0.1);
  const elements: number[] = [];
  for (let e = 0; e < block.elements.length; e += 4) {
    const nodes = block.elements.slice(e, e + 4);
    const middle = (axis: number) =>
      nodes.reduce((sum, n) => sum + block.rest[3 * n + axis] / 4, 0);
    if (middle(0) < 0.3 || middle(0) > 0.6 || middle(1) < 0.2) elements.push(...nodes);
  }
  const count = elements.length / 4;
  const none = Array.from({ length: count }, () => 0);
  const channel = shape_of({
    ...block,
    elements,
    regions: none,
    materials: none,
    fibre_elements: [],
    fibre_directions: [],
  });
  const ground = open(
    channel,
    (x, y, z) => x > 0.35 && x < 0.55 && near(y, 0.2) && z > 0.1 && z < 0.3,
  );
  const top = open(channel, (x, y) => x < 0.25 && near(y, 0.6));
  assert.ok(Math.max(...ground) < 0.78, `ground ${ground}`);
  assert.ok(Math.min(...top) > 0.95, `top ${top}`);
});
const near = (a: number, b: number) => Math.abs(a - b) < 1e-6;

test("vertices carry one region and material each, edges are drawn once", () => {
  const surface = build_surface(shape, face_neighbours(shape));
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
  const surface = build_surface(shape, face_neighbours(shape));
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
  const surface = build_surface(flat, null);
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

test("fibres are joined to lines that follow the deformation of the elements", () => {
  const all = shape_of({
    ...mesh,
    fibre_elements: mesh.elements.slice(0, mesh.elements.length / 4).map((_, e) => e),
    // Along x, every other one backwards: fibres have no front.
    fibre_directions: mesh.elements
      .slice(0, mesh.elements.length / 4)
      .flatMap((_, e) => [e % 2 ? -1 : 1, 0, 0]),
  });
  const F = [
    [1.2, 0.3, 0],
    [-0.1, 0.9, 0.2],
    [0.05, 0, 1.1],
  ];
  const map = (p: number[]) => F.map((row) => row[0] * p[0] + row[1] * p[1] + row[2] * p[2] + 0.5);
  const x = new Float32Array(mesh.rest.length);
  for (let n = 0; n < mesh.rest.length; n += 3) x.set(map(mesh.rest.slice(n, n + 3)), n);
  const fibres = new Fibres(all, face_neighbours(all));
  fibres.update(all.rest);
  const rest = [...fibres.positions];
  fibres.update(x);
  let longest = 0;
  for (let end = 0; end < rest.length; end += 3) {
    const wanted = map(rest.slice(end, end + 3));
    wanted.forEach((value, i) => assert.ok(Math.abs(fibres.positions[end + i] - value) < 1e-5));
    longest = Math.max(longest, rest[end]);
    // Straight lines in a straight field, and none leaves the body.
    if (end % 6 === 3) assert.ok([1, 2].every((i) => near5(rest[end + i], rest[end + i - 3])));
    assert.ok(rest[end] > -1e-6 && rest[end] < 0.5 + 1e-6);
  }
  assert.ok(near5(longest, 0.5), "lines go through to the end");
  assert.ok(fibres.lines < all.fibre_elements.length / 4, `${fibres.lines} lines`);
  // Beyond a slice there are none.
  const plane = { normal: [1, 0, 0] as const, offset: 0.25 };
  fibres.keep(Uint8Array.from(beyond(all, plane), (gap) => (gap < 0 ? 1 : 0)));
  fibres.update(all.rest);
  assert.ok(fibres.positions.length > 0 && fibres.positions.length < rest.length);
  const weights = corner_weights(shape, 0, [0.03, 0.02, 0.01]);
  assert.ok(Math.abs(weights.reduce((a, b) => a + b, 0) - 1) < 1e-12);
  // In a plane each is a short line by itself.
  assert.equal(new Fibres(all, null).lines, all.fibre_elements.length);
});
const near5 = (a: number, b: number) => Math.abs(a - b) < 1e-5;
