import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { Player } from "../../src/player";
import { frame_index, frame_of, read_recording, unpack_embedded } from "../../src/recording";
import { frame_message, recording_of, shape_message, text_message } from "../encode";
import { bar, frame_at, sample_recording, scene_text } from "../sample";

const buffer_of = (bytes: Uint8Array) => bytes.slice().buffer as ArrayBuffer;
const mesh = bar(2, 1, 1);

test("both sides are found, and every moment has its frame", () => {
  const recording = read_recording(buffer_of(sample_recording(mesh, 20, 2)));
  assert.equal(recording.sides.length, 2);
  assert.equal(recording.begin, 0);
  assert.equal(recording.end, 19 / 30);
  assert.equal(recording.cut_off, false);
  for (const side of recording.sides) {
    const times = side.frames.map((entry) => entry.head.time);
    for (let time = -0.1; time < 1; time += 0.007) {
      const wanted = Math.max(0, times.filter((t) => t <= time + 1e-9).length - 1);
      assert.equal(frame_index(side, time), wanted);
    }
  }
  assert.equal(frame_of(recording.sides[1], 6).step, 12);
});

test("a recording that ends in the middle of a message shows what is whole", () => {
  const bytes = sample_recording(mesh, 5, 1);
  const recording = read_recording(buffer_of(bytes.slice(0, bytes.length - 7)));
  assert.equal(recording.cut_off, true);
  assert.equal(recording.sides[0].frames.length, 4);
});

test("what is not a recording is refused", () => {
  assert.throws(() => read_recording(new ArrayBuffer(4)), /not a recording/);
  assert.throws(() => read_recording(buffer_of(new TextEncoder().encode("<!doctype html>"))));
  const scene = text_message(0, scene_text(mesh));
  assert.throws(() => read_recording(buffer_of(recording_of([scene]))), /without a frame/);
  const frame = frame_message(0, 2, 0, frame_at(mesh, 0));
  const shape = shape_message(0, 1, 0, mesh);
  assert.throws(() => read_recording(buffer_of(recording_of([scene, shape, frame]))), /its shape/);
  assert.throws(() => read_recording(buffer_of(recording_of([shape]))), /before its scene/);
});

test("gzip in base64 unpacks to the same bytes", async () => {
  const bytes = sample_recording(mesh, 3, 1);
  const text = gzipSync(bytes)
    .toString("base64")
    .replace(/(.{76})/g, "$1\n");
  assert.deepEqual(new Uint8Array(await unpack_embedded(text)), bytes);
});

test("the player stops at the end, or begins again", () => {
  const player = new Player(1, 3);
  assert.equal(player.advance(1), false);
  player.toggle();
  player.speed = 2;
  player.advance(0.5);
  assert.equal(player.time, 2);
  player.advance(0.75);
  assert.ok(player.playing && Math.abs(player.time - 1.5) < 1e-12);
  player.loop = false;
  player.advance(5);
  assert.deepEqual([player.time, player.playing], [3, false]);
  player.toggle();
  assert.deepEqual([player.time, player.playing], [1, true]);
  player.seek(99);
  assert.equal(player.time, 3);
});
