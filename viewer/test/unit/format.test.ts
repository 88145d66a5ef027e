import assert from "node:assert/strict";
import { test } from "node:test";
import {
  FormatError,
  Kind,
  read_frame,
  read_head,
  read_roles,
  read_shape,
  read_text,
} from "../../src/format";
import { fill_values, LiveFrame } from "../../src/live_frame";
import {
  frame_message,
  live_frame_message,
  roles_message,
  shape_message,
  text_message,
  type FrameParts,
} from "../encode";
import { bar, frame_at } from "../sample";

const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const near = (actual: ArrayLike<number>, expected: ArrayLike<number>) => {
  assert.equal(actual.length, expected.length);
  for (let i = 0; i < expected.length; ++i) assert.equal(actual[i], Math.fround(expected[i]));
};

// 7 nodes: the roles need padding.
const small: FrameParts = {
  step: 12,
  active: 1,
  grab: [1, 2, 3, 4, 5, 6],
  energy: [1, 2, 3, 4],
  stages: [0.1, 0.2, 0.3, 0.4],
  pace: [60, 0.5, 1e-5, 2],
  positions: Array.from({ length: 21 }, (_, i) => i / 7),
  speed: [1, 2, 3, 4, 5, 6, 7],
  activation: [7, 6, 5, 4, 3, 2, 1],
  roles: [0, 1, 2, 3, 4, 5, 0],
  liveliness: [0.25, 0.5],
  awake: [1, 0],
  solids: [1, 2, 3, 0, 0, 0, 1],
  contacts: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
};

test("a frame says what was written", () => {
  const bytes = frame_message(1, 9, 2.5, small);
  const head = read_head(view(bytes));
  assert.deepEqual(head, { kind: Kind.frame, side: 1, shape: 9, time: 2.5 });
  const frame = read_frame(bytes, head);
  assert.equal(frame.step, 12);
  assert.equal(frame.nodes, 7);
  assert.equal(frame.active, 1);
  assert.equal(frame.grabbed, true);
  near(frame.energy, small.energy);
  near(frame.stages, small.stages);
  near(frame.pace, small.pace);
  near(frame.grab, small.grab!);
  near(frame.positions, small.positions);
  near(frame.speed!, small.speed!);
  assert.equal(frame.von_mises, null);
  near(frame.activation!, small.activation!);
  assert.deepEqual([...frame.roles], small.roles);
  near([frame.liveliness[0], frame.liveliness[2]], small.liveliness);
  assert.deepEqual([frame.awake[1], frame.awake[3]], small.awake);
  near(frame.solids, small.solids!);
  near(frame.contacts, small.contacts!);
});

const mesh_of_seven = {
  rest: Array.from({ length: 21 }, () => 0),
  triangles: [],
  elements: [0, 1, 2, 3],
  corners: 4,
  regions: [-1],
  materials: [0],
  representatives: [1, 2],
  pieces: [0, 0, 0, 0, 1, 1, 0],
};
const read_live = (bytes: Uint8Array, frame = new LiveFrame()) => {
  const shape_bytes = shape_message(0, 9, 0, mesh_of_seven);
  const shape = read_shape(shape_bytes, read_head(view(shape_bytes)));
  frame.begin(view(bytes), read_head(view(bytes)), shape, Uint8Array.from(small.roles));
  return frame.finish();
};

test("a live frame says what was written, to half a step of its piece's box", () => {
  const { pieces } = mesh_of_seven;
  // The second piece is far away: the first is as fine as before.
  const positions = small.positions.map((v, i) => (pieces[Math.floor(i / 3)] ? v - 400 : v));
  const parts = { ...small, positions };
  const frame = read_live(live_frame_message(1, 9, 2.5, parts, { pieces }));
  assert.deepEqual([frame.time, frame.shape, frame.step, frame.nodes], [2.5, 9, 12, 7]);
  assert.deepEqual([frame.active, frame.grabbed, frame.touching], [1, true, 2]);
  near(frame.energy, small.energy);
  near(frame.stages, small.stages);
  near(frame.pace, small.pace);
  near(frame.grab, small.grab!);
  near(frame.solids, small.solids!);
  near(frame.contacts, small.contacts!);
  near([frame.liveliness[0], frame.liveliness[2]], small.liveliness);
  assert.deepEqual([frame.awake[1], frame.awake[3]], small.awake);
  assert.deepEqual([...frame.roles], small.roles);
  const box = 18 / 7; // of the first piece along each axis; that of the second is smaller
  for (let i = 0; i < 21; ++i) {
    const slack = Math.abs(positions[i]) * 2 ** -23; // of a float
    const off = Math.abs(frame.positions[i] - positions[i]);
    assert.ok(off <= (0.5 * box) / 65535 + slack, `coordinate ${i} is off by ${off}`);
  }
  assert.equal(frame.von_mises, null);
  for (const [list, wanted] of [
    [frame.speed!, small.speed!],
    [frame.activation!, small.activation!],
  ]) {
    wanted.forEach((v, i) => assert.ok(Math.abs(list[i] - v) <= 7 / 480 + 1e-6, `value ${i}`));
  }
});

test("probes of a live frame are exact, and a frame is used again", () => {
  const frame = new LiveFrame();
  const { pieces } = mesh_of_seven;
  read_live(live_frame_message(0, 9, 0, small, { pieces }), frame);
  const arrays = [frame.positions, frame.speed, frame.liveliness, frame.solids];
  const later = { ...small, positions: small.positions.map((v) => v + 0.123) };
  const bytes = live_frame_message(0, 9, 1, later, { pieces, probes: [3, 5], contacts: false });
  read_live(bytes, frame);
  assert.deepEqual([frame.positions, frame.speed, frame.liveliness, frame.solids], arrays);
  assert.ok(arrays[0] === frame.positions && arrays[1] === frame.speed, "the same memory");
  near(frame.positions.slice(9, 12), later.positions.slice(9, 12));
  assert.deepEqual([frame.speed![3], frame.speed![5]], [4, 6]);
  assert.equal(frame.touching, 2);
  assert.equal(frame.contacts.length, 0);
});

test("values beyond the 99th percentile keep their order and their size", () => {
  const table = new Float32Array(256);
  fill_values(table, 2, 2000);
  assert.equal(table[0], 0);
  assert.equal(table[240], 2);
  assert.ok(Math.abs(table[255] - 2000) < 1e-3);
  for (let code = 1; code < 256; ++code) assert.ok(table[code] > table[code - 1]);
  fill_values(table, 0, 0);
  assert.equal(table[0], 0);
});

test("a live frame that does not fit is refused", () => {
  const { pieces } = mesh_of_seven;
  const bytes = live_frame_message(0, 9, 0, small, { pieces, probes: [6] });
  for (let length = 16; length < bytes.length; ++length) {
    assert.throws(() => read_live(bytes.slice(0, length)), FormatError, `length ${length}`);
  }
  const other = bytes.slice();
  view(other).setUint32(other.length - 28, 7, true); // the probe's node
  assert.throws(() => read_live(other), /node 7 of 7/);
  assert.throws(() => read_live(live_frame_message(0, 9, 0, small)), /pieces/);
  const roles = roles_message(0, 9, small.roles);
  assert.deepEqual([...read_roles(roles)], small.roles);
  assert.throws(() => read_roles(roles.slice(0, 20)), FormatError);
});

test("a shape says what was written", () => {
  const mesh = bar(2, 1, 1);
  const bytes = shape_message(0, 3, 0.5, mesh);
  const shape = read_shape(bytes, read_head(view(bytes)));
  assert.equal(shape.number, 3);
  assert.equal(shape.nodes, 12);
  near(shape.rest, mesh.rest);
  assert.deepEqual([...shape.triangles], mesh.triangles);
  assert.deepEqual([...shape.elements], mesh.elements);
  assert.deepEqual([...shape.regions], mesh.regions);
  assert.deepEqual([...shape.materials], mesh.materials);
  assert.deepEqual([...shape.representatives], mesh.representatives);
  assert.deepEqual([...shape.fibre_elements], mesh.fibre_elements);
  near(shape.fibre_directions, mesh.fibre_directions!);
});

test("text is JSON with a type", () => {
  const bytes = text_message(1, { type: "notice", text: "größer" });
  assert.equal(read_head(view(bytes)).side, 1);
  assert.deepEqual(read_text(bytes), { type: "notice", text: "größer" });
  assert.throws(() => read_text(text_message(0, { text: "no type" })), FormatError);
});

test("a message that is cut short at any length is refused", () => {
  for (const [bytes, read] of [
    [frame_message(0, 1, 0, small), read_frame],
    [shape_message(0, 1, 0, bar(1, 1, 1)), read_shape],
  ] as const) {
    const head = read_head(view(bytes));
    for (let length = 16; length < bytes.length; ++length) {
      assert.throws(() => read(bytes.slice(0, length), head), `length ${length}`);
    }
    const longer = new Uint8Array(bytes.length + 4);
    longer.set(bytes);
    assert.throws(() => read(longer, head), FormatError);
  }
});

test("counts beyond the message, indices beyond the nodes and other versions are refused", () => {
  const bytes = frame_message(0, 1, 0, frame_at(bar(1, 1, 1), 0.1));
  view(bytes).setUint32(20, 0x7fffffff, true); // nodes
  assert.throws(() => read_frame(bytes, read_head(view(bytes))));
  const mesh = bar(1, 1, 1);
  mesh.elements[5] = 8;
  const shape = shape_message(0, 1, 0, mesh);
  assert.throws(() => read_shape(shape, read_head(view(shape))), /elements: index 8 of 8/);
  const other = text_message(0, { type: "notice", text: "" });
  view(other).setUint16(2, 2, true);
  assert.throws(() => read_head(view(other)), /version 2/);
  assert.throws(() => read_head(new DataView(new ArrayBuffer(15))), FormatError);
});
