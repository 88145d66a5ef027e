import assert from "node:assert/strict";
import { test } from "node:test";
import { FormatError, Kind, read_frame, read_head, read_shape, read_text } from "../../src/format";
import { frame_message, shape_message, text_message, type FrameParts } from "../encode";
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
