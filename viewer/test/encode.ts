// Writes what the server would say, byte by byte as docs/viewer-protocol.md tells it: independent of
// the page's own reader, so that the two can be held against each other.

export class Bytes {
  private data = new DataView(new ArrayBuffer(1024));
  length = 0;

  private room(bytes: number): number {
    const at = this.length;
    this.length += bytes;
    while (this.length > this.data.byteLength) {
      const bigger = new Uint8Array(2 * this.data.byteLength);
      bigger.set(new Uint8Array(this.data.buffer));
      this.data = new DataView(bigger.buffer);
    }
    return at;
  }
  private put(bytes: number, write: (at: number) => void): void {
    const at = this.room(bytes);
    write(at);
  }
  u8(...values: (number | readonly number[])[]): this {
    for (const value of values.flat()) this.put(1, (at) => this.data.setUint8(at, value));
    return this;
  }
  u16(value: number): this {
    this.put(2, (at) => this.data.setUint16(at, value, true));
    return this;
  }
  u32(...values: (number | readonly number[])[]): this {
    for (const value of values.flat()) this.put(4, (at) => this.data.setUint32(at, value, true));
    return this;
  }
  i32(...values: (number | readonly number[])[]): this {
    for (const value of values.flat()) this.put(4, (at) => this.data.setInt32(at, value, true));
    return this;
  }
  f32(...values: (number | readonly number[])[]): this {
    for (const value of values.flat()) this.put(4, (at) => this.data.setFloat32(at, value, true));
    return this;
  }
  f64(value: number): this {
    this.put(8, (at) => this.data.setFloat64(at, value, true));
    return this;
  }
  raw(bytes: Uint8Array): this {
    const at = this.room(bytes.length);
    new Uint8Array(this.data.buffer).set(bytes, at);
    return this;
  }
  pad(): this {
    while (this.length % 4 !== 0) this.u8(0);
    return this;
  }
  done(): Uint8Array {
    return new Uint8Array(this.data.buffer.slice(0, this.length));
  }
}

function head(kind: number, side: number, shape: number, time: number): Bytes {
  return new Bytes().u8(kind, side).u16(1).u32(shape).f64(time);
}

export function text_message(side: number, text: object): Uint8Array {
  return head(0, side, 0, 0)
    .raw(new TextEncoder().encode(JSON.stringify(text)))
    .done();
}

export interface MeshParts {
  rest: number[];
  triangles: number[];
  elements: number[];
  corners: number;
  regions: number[];
  materials: number[];
  representatives: number[];
  fibre_elements?: number[];
  fibre_directions?: number[];
  names?: number[]; // of the representatives, where a cut has changed their places
  pieces?: number[]; // of the nodes, for live frames
  skin?: {
    nodes: number[]; // 4 per vertex
    weights: number[];
    normals: number[];
    texture: number[];
    triangles: number[];
    bare: number[]; // 3 nodes each
  };
}

export function shape_message(side: number, number: number, time: number, mesh: MeshParts) {
  const fibres = mesh.fibre_elements ?? [];
  return head(1, side, number, time)
    .u32(mesh.rest.length / 3, mesh.triangles.length / 3, mesh.elements.length / mesh.corners)
    .u32(mesh.representatives.length, fibres.length, mesh.corners, mesh.names?.length ?? 0)
    .u32(mesh.pieces ? 1 : 0)
    .u32((mesh.skin?.nodes.length ?? 0) / 4)
    .f32(mesh.rest)
    .u32(mesh.triangles)
    .u32(mesh.elements)
    .i32(mesh.regions)
    .i32(mesh.materials)
    .u32(mesh.representatives)
    .u32(fibres)
    .f32(mesh.fibre_directions ?? [])
    .u32(mesh.names ?? [])
    .u32(mesh.pieces ?? [])
    .u32(mesh.skin ? [mesh.skin.triangles.length / 3, mesh.skin.bare.length / 3] : [])
    .u32(mesh.skin ? [mesh.skin.texture.length > 0 ? 1 : 0, 0] : [])
    .u32(mesh.skin?.nodes ?? [])
    .f32(mesh.skin?.weights ?? [])
    .f32(mesh.skin?.normals ?? [])
    .f32(mesh.skin?.texture ?? [])
    .u32(mesh.skin?.triangles ?? [])
    .u32(mesh.skin?.bare ?? [])
    .done();
}

export interface FrameParts {
  step: number;
  active: number;
  grab?: number[];
  energy: number[];
  stages: number[];
  pace: number[];
  positions: number[];
  speed?: number[];
  von_mises?: number[];
  activation?: number[];
  roles: number[];
  liveliness: number[];
  awake: number[];
  solids?: number[];
  contacts?: number[];
}

export function frame_message(side: number, shape: number, time: number, frame: FrameParts) {
  const solids = frame.solids ?? [];
  const contacts = frame.contacts ?? [];
  const fields = (frame.speed ? 1 : 0) + (frame.von_mises ? 2 : 0) + (frame.activation ? 4 : 0);
  const bytes = head(2, side, shape, time)
    .u32(frame.step, frame.roles.length, frame.liveliness.length)
    .u32(solids.length / 7, contacts.length / 6, fields, frame.active, frame.grab ? 1 : 0)
    .f32(frame.energy)
    .f32(frame.stages)
    .f32(frame.pace)
    .f32(frame.grab ?? [0, 0, 0, 0, 0, 0])
    .f32(frame.positions)
    .f32(frame.speed ?? [])
    .f32(frame.von_mises ?? [])
    .f32(frame.activation ?? [])
    .u8(frame.roles)
    .pad();
  frame.liveliness.forEach((value, r) => bytes.f32(value).u32(frame.awake[r]));
  return bytes.f32(solids).f32(contacts).done();
}

// The same moment as a live server sends it: 16 bits for positions (one piece unless `pieces` says
// otherwise), 8 for values, exact numbers for `probes`.
export function live_frame_message(
  side: number,
  shape: number,
  time: number,
  frame: FrameParts,
  { pieces = frame.roles.map(() => 0), probes = [] as number[], contacts = true } = {},
) {
  const solids = frame.solids ?? [];
  const forces = frame.contacts ?? [];
  const values = [frame.speed, frame.von_mises, frame.activation];
  const fields = values.reduce((bits, list, f) => bits + (list ? 1 << f : 0), contacts ? 8 : 0);
  const count = pieces.length > 0 ? Math.max(...pieces) + 1 : 0;
  const bytes = head(3, side, shape, time)
    .u32(frame.step, frame.roles.length, frame.liveliness.length)
    .u32(solids.length / 7, forces.length / 6, fields, frame.active, frame.grab ? 1 : 0)
    .f32(frame.energy)
    .f32(frame.stages)
    .f32(frame.pace)
    .f32(frame.grab ?? [0, 0, 0, 0, 0, 0])
    .u32(count, probes.length);
  const scales = values.map((list) => scale_of(list ?? []));
  for (const [knee, top] of scales) bytes.f32(knee, top);
  const boxes = Array.from({ length: count }, (_, piece) =>
    [0, 1, 2].map((axis) => {
      const there = frame.positions.filter(
        (_, i) => i % 3 === axis && pieces[(i - axis) / 3] === piece,
      );
      const low = Math.fround(Math.min(...there));
      return [low, Math.fround((Math.max(...there) - low) / 65535)] as const;
    }),
  );
  for (const box of boxes) bytes.f32(box.map(([low]) => low)).f32(box.map(([, step]) => step));
  frame.positions.forEach((x, i) => {
    const [low, step] = boxes[pieces[Math.floor(i / 3)]][i % 3];
    bytes.u16(step > 0 ? Math.min(65535, Math.max(0, Math.round((x - low) / step))) : 0);
  });
  bytes.pad();
  values.forEach((list, f) => list && bytes.u8(list.map((v) => code_of(v, scales[f]))).pad());
  frame.liveliness.forEach((value, r) => bytes.f32(value).u32(frame.awake[r]));
  bytes.f32(solids);
  if (contacts) bytes.f32(forces);
  for (const node of probes) {
    bytes.u32(node).f32(frame.positions.slice(3 * node, 3 * node + 3));
    bytes.f32(values.map((list) => list?.[node] ?? 0));
  }
  return bytes.done();
}

function scale_of(list: number[]): readonly [number, number] {
  const sorted = list.map(Math.fround).sort((a, b) => a - b);
  if (sorted.length === 0) return [0, 0];
  const top = sorted[sorted.length - 1];
  const knee = sorted[Math.floor((99 * (sorted.length - 1)) / 100)];
  return [knee > 0 ? knee : top, top];
}

function code_of(value: number, [knee, top]: readonly [number, number]): number {
  if (!(value > 0) || !(knee > 0)) return 0;
  if (value <= knee) return Math.round((240 * value) / knee);
  return Math.round(240 + (15 * Math.log(value / knee)) / Math.log(top / knee));
}

export function roles_message(side: number, shape: number, roles: number[]): Uint8Array {
  return head(4, side, shape, 0).u32(roles.length).u8(roles).pad().done();
}

// What a live server says of a shape that is in one piece, and of a moment.
export function live_shape(side: number, number: number, time: number, mesh: MeshParts) {
  const pieces = mesh.pieces ?? Array.from({ length: mesh.rest.length / 3 }, () => 0);
  return shape_message(side, number, time, { ...mesh, pieces });
}
export function live_frame(side: number, shape: number, time: number, frame: FrameParts) {
  return [
    roles_message(side, shape, frame.roles),
    live_frame_message(side, shape, time, frame),
  ] as const;
}

export function recording_of(messages: readonly Uint8Array[]): Uint8Array {
  const bytes = new Bytes().u8(67, 74, 86, 82).u32(1); // "CJVR"
  for (const message of messages) bytes.u32(message.length).raw(message).pad();
  return bytes.done();
}
