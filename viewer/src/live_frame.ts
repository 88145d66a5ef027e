// Live frames (docs/viewer-protocol.md): positions in 16 bits and values in 8, turned into floats in
// arrays that are used again. Nothing is allocated per frame but the small views of the message.

import {
  FormatError,
  kFieldActivation,
  kFieldContacts,
  kFieldSpeed,
  kFieldVonMises,
  kHeadBytes,
  type Frame,
  type Head,
  type Shape,
} from "./format";

const kEven = 240; // codes up to here are even steps, the others equal factors
const kSummary = 136; // bytes behind the head, before the boxes
const kFields = [kFieldSpeed, kFieldVonMises, kFieldActivation] as const;

const padded = (bytes: number) => (bytes + 3) & ~3;

// What a code stands for, of a scale that ends at `top` and is even up to `knee`.
export function fill_values(table: Float32Array, knee: number, top: number): void {
  for (let code = 0; code <= kEven; ++code) table[code] = (knee * code) / kEven;
  const last = table.length - 1;
  for (let code = kEven + 1; code <= last; ++code) {
    table[code] = knee * Math.pow(top / knee, (code - kEven) / (last - kEven));
  }
}

// One frame that is filled again and again.
export class LiveFrame implements Frame {
  time = 0;
  shape = 0;
  step = 0;
  nodes = 0;
  active = 0;
  grabbed = false;
  touching = 0;
  readonly energy = new Float32Array(4);
  readonly stages = new Float32Array(4);
  readonly pace = new Float32Array(4);
  readonly grab = new Float32Array(6);
  positions: Float32Array = new Float32Array(0);
  speed: Float32Array | null = null;
  von_mises: Float32Array | null = null;
  activation: Float32Array | null = null;
  difference: Float32Array | null = null;
  roles: Uint8Array = new Uint8Array(0);
  liveliness: Float32Array = new Float32Array(0);
  awake: Uint32Array = new Uint32Array(0);
  solids: Float32Array = new Float32Array(0);
  contacts: Float32Array = new Float32Array(0);
  private fields = 0;
  private pieces = 0;
  private probes = 0;
  private piece_of: Uint32Array = new Uint32Array(0);
  private data: DataView | null = null; // not turned into positions yet
  private readonly values: Float32Array[] = kFields.map(() => new Float32Array(0));
  private readonly table = new Float32Array(256);
  private boxes: Float32Array = new Float32Array(0);

  // All but positions and values: those are for frames that are drawn. `roles` as the server said last.
  begin(data: DataView, head: Head, shape: Shape, roles: Uint8Array): void {
    if (data.byteLength < kHeadBytes + kSummary)
      throw new FormatError("a frame that ends too early");
    const count = (i: number) => data.getUint32(kHeadBytes + 4 * i, true);
    this.time = head.time;
    this.shape = head.shape;
    this.step = count(0);
    this.nodes = count(1);
    this.touching = count(4);
    this.fields = count(5);
    this.active = count(6);
    this.grabbed = (count(7) & 1) !== 0;
    this.pieces = count(26);
    this.probes = count(27);
    this.check(data, count(2), count(3), shape);
    this.roles = roles;
    this.piece_of = shape.pieces!;
    for (let i = 0; i < 4; ++i) {
      this.energy[i] = data.getFloat32(48 + 4 * i, true);
      this.stages[i] = data.getFloat32(64 + 4 * i, true);
      this.pace[i] = data.getFloat32(80 + 4 * i, true);
    }
    for (let i = 0; i < 6; ++i) this.grab[i] = data.getFloat32(96 + 4 * i, true);
    const representatives = count(2);
    if (this.liveliness.length !== 2 * representatives) {
      this.liveliness = new Float32Array(2 * representatives);
      this.awake = new Uint32Array(this.liveliness.buffer);
    }
    let at = this.nodes_end();
    for (let i = 0; i < this.awake.length; ++i) this.awake[i] = data.getUint32(at + 4 * i, true);
    at += 8 * representatives;
    this.solids = copied(this.solids, data, at, 7 * count(3));
    at += 28 * count(3);
    const contacts = this.fields & kFieldContacts ? this.touching : 0;
    this.contacts = copied(this.contacts, data, at, 6 * contacts);
    this.data = data;
  }

  private check(data: DataView, representatives: number, solids: number, shape: Shape): void {
    if (this.nodes !== shape.nodes || !shape.pieces) {
      throw new FormatError("a frame that does not fit its shape");
    }
    if (this.pieces !== shape.piece_count) throw new FormatError("a frame of other pieces");
    const contacts = this.fields & kFieldContacts ? this.touching : 0;
    const length =
      this.nodes_end() + 8 * representatives + 28 * solids + 24 * contacts + 28 * this.probes;
    if (length !== data.byteLength) {
      throw new FormatError(`a frame of ${data.byteLength} bytes that should have ${length}`);
    }
  }

  private places_begin(): number {
    return kHeadBytes + kSummary + 24 * this.pieces;
  }
  private nodes_end(): number {
    let at = this.places_begin() + padded(6 * this.nodes);
    for (const field of kFields) if (this.fields & field) at += padded(this.nodes);
    return at;
  }

  // The rest, once, when it is to be drawn.
  finish(): this {
    const { data } = this;
    if (!data) return this;
    this.data = null;
    this.place(data);
    let at = this.places_begin() + padded(6 * this.nodes);
    for (let f = 0; f < kFields.length; ++f) {
      const there = (this.fields & kFields[f]) !== 0;
      if (there) this.value(data, at, f);
      if (there) at += padded(this.nodes);
    }
    this.speed = this.fields & kFieldSpeed ? this.values[0] : null;
    this.von_mises = this.fields & kFieldVonMises ? this.values[1] : null;
    this.activation = this.fields & kFieldActivation ? this.values[2] : null;
    this.difference = null;
    this.probe(data);
    return this;
  }

  private place(data: DataView): void {
    const { nodes, piece_of } = this;
    if (this.positions.length !== 3 * nodes) this.positions = new Float32Array(3 * nodes);
    this.boxes = copied(this.boxes, data, kHeadBytes + kSummary, 6 * this.pieces);
    const { positions, boxes } = this;
    const places = new Uint16Array(data.buffer, data.byteOffset + this.places_begin(), 3 * nodes);
    for (let node = 0, at = 0; node < nodes; ++node, at += 3) {
      const box = 6 * piece_of[node];
      positions[at] = boxes[box] + places[at] * boxes[box + 3];
      positions[at + 1] = boxes[box + 1] + places[at + 1] * boxes[box + 4];
      positions[at + 2] = boxes[box + 2] + places[at + 2] * boxes[box + 5];
    }
  }

  private value(data: DataView, at: number, f: number): void {
    const { nodes, table } = this;
    if (this.values[f].length !== nodes) this.values[f] = new Float32Array(nodes);
    const scale = kHeadBytes + 112 + 8 * f;
    fill_values(table, data.getFloat32(scale, true), data.getFloat32(scale + 4, true));
    const codes = new Uint8Array(data.buffer, data.byteOffset + at, nodes);
    const values = this.values[f];
    for (let node = 0; node < nodes; ++node) values[node] = table[codes[node]];
  }

  // Nodes whose numbers were asked for: exact, in the place of the others.
  private probe(data: DataView): void {
    let at = data.byteLength - 28 * this.probes;
    for (let i = 0; i < this.probes; ++i, at += 28) {
      const node = data.getUint32(at, true);
      if (node >= this.nodes) throw new FormatError(`a probe at node ${node} of ${this.nodes}`);
      for (let c = 0; c < 3; ++c) {
        this.positions[3 * node + c] = data.getFloat32(at + 4 + 4 * c, true);
        if (this.fields & kFields[c]) {
          this.values[c][node] = data.getFloat32(at + 16 + 4 * c, true);
        }
      }
    }
  }
}

// `count` floats in the array that was there, where it has the size.
function copied(array: Float32Array, data: DataView, at: number, count: number): Float32Array {
  const result = array.length === count ? array : new Float32Array(count);
  for (let i = 0; i < count; ++i) result[i] = data.getFloat32(at + 4 * i, true);
  return result;
}

// The two frames of a side that are used in turns: one is shown, the other is what came last.
export class FramePair {
  private readonly frames = [new LiveFrame(), new LiveFrame()];
  private shown = 0;
  private fresh = false;

  // Fills the one that is not shown. What it throws leaves that one unusable, and nothing to show.
  take(data: DataView, head: Head, shape: Shape, roles: Uint8Array): LiveFrame {
    this.fresh = false;
    const frame = this.frames[1 - this.shown];
    frame.begin(data, head, shape, roles);
    this.fresh = true;
    return frame;
  }
  // What came since the last call.
  next(): LiveFrame | null {
    if (!this.fresh) return null;
    this.fresh = false;
    this.shown = 1 - this.shown;
    return this.frames[this.shown].finish();
  }
  forget(): void {
    this.fresh = false;
  }
}
