// What the page says (docs/viewer-protocol.md): fixed layouts, one function per command.

import { kVersion, type OptionValue } from "./format";

export enum Op {
  play = 1,
  pause = 2,
  step = 3,
  reset = 4,
  speed = 5,
  grab = 6,
  drag = 7,
  let_go = 8,
  cut = 9,
  wake = 10,
  option = 11,
  activation = 12,
  colour = 13,
  keep = 14,
  undo = 15,
  probe = 16,
  change = 17,
  frequencies = 18,
}

export const kBothSides = 255;
export const kAllFibres = 0xffffffff;
export const kMaxStroke = 64;
export const kMostProbes = 16;
const kHead = 8;

export type Keep = "save" | "load" | "record" | "stop";
export type Point = readonly [number, number, number];

export class CommandWriter {
  private serial = 0;

  private begin(op: Op, side: number, payload: number): DataView {
    const data = new DataView(new ArrayBuffer(kHead + payload));
    data.setUint8(0, op);
    data.setUint8(1, side);
    data.setUint16(2, kVersion, true);
    this.serial = (this.serial + 1) >>> 0;
    data.setUint32(4, this.serial, true);
    return data;
  }

  plain(
    op: Op.play | Op.pause | Op.step | Op.reset | Op.let_go | Op.undo | Op.frequencies,
    side = kBothSides,
  ): DataView {
    return this.begin(op, side, 0);
  }

  speed(times: number): DataView {
    const data = this.begin(Op.speed, kBothSides, 8);
    data.setFloat64(kHead, times, true);
    return data;
  }

  grab(side: number, node: number, target: Point): DataView {
    const data = this.begin(Op.grab, side, 16);
    data.setUint32(kHead, node, true);
    put_point(data, kHead + 4, target);
    return data;
  }

  drag(side: number, target: Point): DataView {
    const data = this.begin(Op.drag, side, 12);
    put_point(data, kHead, target);
    return data;
  }

  cut(side: number, stroke: readonly Point[], direction: Point): DataView {
    if (stroke.length < 2 || stroke.length > kMaxStroke) {
      throw new RangeError(`a stroke of ${stroke.length} points (2 to ${kMaxStroke} are allowed)`);
    }
    const data = this.begin(Op.cut, side, 4 + 12 * stroke.length + 12);
    data.setUint32(kHead, stroke.length, true);
    stroke.forEach((point, i) => put_point(data, kHead + 4 + 12 * i, point));
    put_point(data, kHead + 4 + 12 * stroke.length, direction);
    return data;
  }

  wake(side: number, representative: number, state: 0 | 1 | 2): DataView {
    const data = this.begin(Op.wake, side, 8);
    data.setUint32(kHead, representative, true);
    data.setUint32(kHead + 4, state, true);
    return data;
  }

  option(side: number, name: string, value: OptionValue): DataView {
    return this.text(Op.option, side, `${name}=${JSON.stringify(value)}`);
  }

  change(side: number, name: string, value: unknown): DataView {
    return this.text(Op.change, side, `${name}=${JSON.stringify(value)}`);
  }

  keep(side: number, what: Keep, name: string): DataView {
    return this.text(Op.keep, side, `${what}=${name}`);
  }

  private text(op: Op, side: number, words: string): DataView {
    const text = new TextEncoder().encode(words);
    const data = this.begin(op, side, 4 + text.length);
    data.setUint32(kHead, text.length, true);
    text.forEach((byte, i) => data.setUint8(kHead + 4 + i, byte));
    return data;
  }

  activation(side: number, region: number, value: number): DataView {
    const data = this.begin(Op.activation, side, 12);
    data.setUint32(kHead, region, true);
    data.setFloat64(kHead + 4, value, true);
    return data;
  }

  // Nodes whose numbers frames shall carry exactly.
  probe(side: number, nodes: readonly number[]): DataView {
    const data = this.begin(Op.probe, side, 4 + 4 * nodes.length);
    data.setUint32(kHead, nodes.length, true);
    nodes.forEach((node, i) => data.setUint32(kHead + 4 + 4 * i, node, true));
    return data;
  }

  colour(fields: number): DataView {
    const data = this.begin(Op.colour, kBothSides, 4);
    data.setUint32(kHead, fields, true);
    return data;
  }
}

function put_point(data: DataView, at: number, point: Point): void {
  for (let i = 0; i < 3; ++i) data.setFloat32(at + 4 * i, point[i], true);
}
