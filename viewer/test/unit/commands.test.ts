import assert from "node:assert/strict";
import { test } from "node:test";
import { CommandWriter, Op, type Point } from "../../src/commands";
import { Bytes } from "../encode";

const bytes_of = (data: DataView) => [...new Uint8Array(data.buffer)];
const expect = (op: number, side: number, serial: number) =>
  new Bytes().u8(op, side).u16(1).u32(serial);

test("every command has the layout of the protocol", () => {
  const write = new CommandWriter();
  const sent = [
    write.plain(Op.play),
    write.plain(Op.let_go, 1),
    write.speed(0.25),
    write.grab(1, 77, [1, 2, 3]),
    write.drag(0, [-1, 0.5, 2]),
    write.cut(
      0,
      [
        [0, 0, 0],
        [1, 1, 1],
        [2, 0, 1],
      ],
      [0, 0, -2],
    ),
    write.wake(0, 4, 2),
    write.option(255, "threshold", 0.125),
    write.activation(255, 0xffffffff, 0.75),
    write.colour(3),
    write.keep(0, "save", "one"),
    write.plain(15, 0),
  ];
  const wanted = [
    expect(1, 255, 1),
    expect(8, 1, 2),
    expect(5, 255, 3).f64(0.25),
    expect(6, 1, 4).u32(77).f32(1, 2, 3),
    expect(7, 0, 5).f32(-1, 0.5, 2),
    expect(9, 0, 6).u32(3).f32(0, 0, 0, 1, 1, 1, 2, 0, 1).f32(0, 0, -2),
    expect(10, 0, 7).u32(4, 2),
    expect(11, 255, 8).u32(15).raw(new TextEncoder().encode("threshold=0.125")),
    expect(12, 255, 9).u32(0xffffffff).f64(0.75),
    expect(13, 255, 10).u32(3),
    expect(14, 0, 11).u32(8).raw(new TextEncoder().encode("save=one")),
    expect(15, 0, 12),
  ];
  sent.forEach((data, i) =>
    assert.deepEqual(bytes_of(data), [...wanted[i].done()], `command ${i}`),
  );
});

test("a stroke has 2 to 64 points, and fits into a message", () => {
  const write = new CommandWriter();
  const point: Point = [0, 0, 0];
  assert.throws(() => write.cut(0, [point], point), RangeError);
  assert.throws(() => write.cut(0, new Array<Point>(65).fill(point), point), RangeError);
  assert.ok(write.cut(0, new Array<Point>(64).fill(point), point).byteLength <= 4096);
});
