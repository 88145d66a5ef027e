// What the server says (docs/viewer-protocol.md), but for live frames (live_frame.ts). Arrays are views
// into the message, never copies. Every length is checked before a view is made.

export const kVersion = 1;
export const kHeadBytes = 16;
export enum Kind {
  text = 0,
  shape = 1,
  frame = 2, // exact, of recordings
  live_frame = 3, // small (live_frame.ts)
  roles = 4,
}
export enum Role {
  quasistatic = 0,
  dynamic = 1,
  sleeping = 2,
  fixed = 3,
  scripted = 4,
  attached = 5,
}
export const kFieldSpeed = 1;
export const kFieldVonMises = 2;
export const kFieldActivation = 4;
export const kFieldContacts = 8;

export interface Head {
  kind: Kind;
  side: number;
  shape: number;
  time: number;
}

export interface Solid {
  kind: "half_space" | "box" | "sphere" | "capsule" | "mesh";
  name?: string;
  role?: "obstacle" | "bone";
  half?: number[];
  radius?: number;
  half_length?: number;
  positions?: number[];
  triangles?: number[];
  // Shapes of a solid that changes: number k is met at start + k interval, straight in between.
  sequence?: { start: number; interval: number; repeat: boolean; positions: number[][] };
  moving?: boolean;
}

export type OptionValue = number | string | boolean | null;
export type Options = Record<string, OptionValue>;

// One row of the table of what can be changed while a scene runs.
export interface OptionRow {
  name: string;
  kind: "choice" | "switch" | "whole" | "number";
  label: string;
  help: string;
  unit?: string;
  default?: OptionValue;
  often?: boolean;
  restarts?: boolean;
  choices?: { name: string; label: string }[];
  min?: number;
  max?: number;
  slider?: { min: number; max: number; by_factors?: boolean };
}

export interface SceneText {
  type: "scene";
  name: string;
  title?: string;
  mode?: "live" | "recording";
  sides?: number;
  label?: string;
  dimension?: number;
  size?: number;
  step?: number;
  duration?: number;
  options?: Options;
  option_table?: OptionRow[];
  representatives?: number[];
  regions?: number;
  fields?: string[];
  bodies?: string[];
  solids?: Solid[];
  notices?: string[];
  can?: { cut?: boolean; activate?: boolean; grab?: boolean };
}

export interface StateText {
  type: "state";
  playing: boolean;
  speed: number;
  step?: number;
  options?: Options;
  dynamic?: number;
  wake?: number[];
  recording?: string; // what is being recorded, or nothing
  undo?: number; // cuts that can be undone
  saved?: string[]; // states; absent: there is no folder to save to
  unfit?: Record<string, string[]>; // choices that do not go with the options of now
  world?: WorldText;
  status?: "ok" | "diverged" | "finished";
  message?: string;
}

// What there is to change of the world, and how it stands.
export interface WorldText {
  gravity: number[];
  can_touch: boolean;
  friction: number;
  obstacles: { name: string; friction: number }[];
  floor: boolean;
  held: number; // nodes
  // Of each number the smallest and the largest; absent where the material has none.
  materials: ({ material: number; bodies: string[]; elements: number } & Partial<
    Record<MaterialNumber, [number, number]>
  >)[];
  numbers: { name: MaterialNumber; label: string; unit: string; min: number; max: number }[];
  presets: string[];
}
export type MaterialNumber = "young" | "poisson" | "density" | "stiffness";

// What the solver is doing in a step that takes long.
export interface WorkText {
  type: "work";
  seconds: number;
  stage: "preparing" | "factoring" | "solving" | "friction" | "balancing";
  tries: number; // begun so far
  parts: number; // accepted so far
  halved: number; // how often the step has been halved
}

export type Text =
  | SceneText
  | StateText
  | WorkText
  | { type: "frequencies"; full: number[]; reduced: number[]; modal: number[] } // Hz
  | { type: "notice"; text: string }
  | { type: "error"; text: string; serial?: number };

export interface Shape {
  number: number;
  nodes: number;
  corners: number;
  rest: Float32Array; // 3 nodes
  triangles: Uint32Array; // 3 per surface triangle
  elements: Uint32Array; // corners per element
  regions: Int32Array; // representative per element, -1 none
  materials: Int32Array; // body * 65536 + material per element
  representatives: Uint32Array;
  fibre_elements: Uint32Array;
  fibre_directions: Float32Array; // 3 per fibre
  names: Uint32Array | null; // which representative each was before any cut; null: the same
  pieces: Uint32Array | null; // which piece each node is of; null: for exact frames
  piece_count: number;
  skin?: Skin; // a fine surface that the body carries
}

export interface Skin {
  nodes: Uint32Array; // 4 per vertex: the element that carries it
  weights: Float32Array; // 4 per vertex
  normals: Float32Array; // 3 per vertex, at rest
  texture: Float32Array; // 2 per vertex, or none
  triangles: Uint32Array;
  bare: Uint32Array; // 3 nodes each: surface of the body that the skin does not cover
}

export interface Frame {
  time: number;
  shape: number;
  step: number;
  nodes: number;
  active: number;
  grabbed: boolean;
  energy: Float32Array; // kinetic, elastic, gravity, contact, J
  stages: Float32Array; // fill, factor, solve, other, s
  pace: Float32Array; // steps per second, real-time factor, residual N, work J
  grab: Float32Array; // grabbed point, target
  positions: Float32Array; // 3 nodes
  speed: Float32Array | null;
  von_mises: Float32Array | null;
  activation: Float32Array | null;
  difference?: Float32Array | null; // from the other run, m; no message has it
  roles: Uint8Array;
  liveliness: Float32Array; // stride 2: liveliness 1/s, then the bits of awake
  awake: Uint32Array; // stride 2, the same bytes: liveliness bits, awake
  solids: Float32Array; // 7 per solid: position, quaternion
  touching: number; // contacts, also where they are not sent
  contacts: Float32Array; // 6 per contact: point, force
}

export class FormatError extends Error {}

export function read_head(data: DataView): Head {
  if (data.byteLength < kHeadBytes) throw new FormatError("a message shorter than its head");
  const version = data.getUint16(2, true);
  if (version !== kVersion) {
    throw new FormatError(`layout version ${version}; this page knows version ${kVersion}`);
  }
  const kind = data.getUint8(0);
  if (kind > Kind.roles) throw new FormatError(`unknown kind of message ${kind}`);
  return {
    kind,
    side: data.getUint8(1),
    shape: data.getUint32(4, true),
    time: data.getFloat64(8, true),
  };
}

export function read_text(bytes: Uint8Array): Text {
  const text: unknown = JSON.parse(new TextDecoder().decode(bytes.subarray(kHeadBytes)));
  if (typeof text !== "object" || text === null || !("type" in text)) {
    throw new FormatError("a text message without a type");
  }
  return text as Text;
}

// Hands out views one after the other and knows where the message ends.
class Cursor {
  private readonly buffer: ArrayBuffer;
  private readonly end: number;
  private at: number;

  constructor(bytes: Uint8Array) {
    this.buffer = bytes.buffer as ArrayBuffer;
    this.at = bytes.byteOffset + kHeadBytes;
    this.end = bytes.byteOffset + bytes.byteLength;
    if (this.at % 4 !== 0)
      throw new FormatError("a message that does not begin at a multiple of 4");
  }

  private take(bytes: number): number {
    const begin = this.at;
    if (bytes > this.end - begin) throw new FormatError("a message that ends too early");
    this.at += (bytes + 3) & ~3;
    return begin;
  }

  f32(count: number): Float32Array {
    return new Float32Array(this.buffer, this.take(4 * count), count);
  }
  u32(count: number): Uint32Array {
    return new Uint32Array(this.buffer, this.take(4 * count), count);
  }
  i32(count: number): Int32Array {
    return new Int32Array(this.buffer, this.take(4 * count), count);
  }
  u8(count: number): Uint8Array {
    return new Uint8Array(this.buffer, this.take(count), count);
  }
  words(count: number): { f32: Float32Array; u32: Uint32Array } {
    const at = this.take(4 * count);
    return {
      f32: new Float32Array(this.buffer, at, count),
      u32: new Uint32Array(this.buffer, at, count),
    };
  }
  finish(): void {
    if (this.at < this.end) throw new FormatError("a message longer than its counts say");
  }
}

function check_indices(name: string, indices: Uint32Array, limit: number): void {
  for (const index of indices) {
    if (index >= limit) throw new FormatError(`${name}: index ${index} of ${limit}`);
  }
}

// The name of a representative, from 0: it keeps it when a cut puts others into its place.
export function name_of(shape: Shape | null, representative: number): number {
  return representative < 0 ? representative : (shape?.names?.[representative] ?? representative);
}

function read_skin(cursor: Cursor, vertices: number, nodes: number): Skin {
  const [triangles, bare, textured] = cursor.u32(4);
  const skin: Skin = {
    nodes: cursor.u32(4 * vertices),
    weights: cursor.f32(4 * vertices),
    normals: cursor.f32(3 * vertices),
    texture: cursor.f32(textured ? 2 * vertices : 0),
    triangles: cursor.u32(3 * triangles),
    bare: cursor.u32(3 * bare),
  };
  check_indices("nodes of the skin", skin.nodes, nodes);
  check_indices("triangles of the skin", skin.triangles, vertices);
  check_indices("triangles without skin", skin.bare, nodes);
  return skin;
}

export function read_shape(bytes: Uint8Array, head: Head): Shape {
  const cursor = new Cursor(bytes);
  const [nodes, triangles, elements, representatives, fibres, corners, names, pieces, skin] =
    cursor.u32(9);
  if (corners !== 3 && corners !== 4) throw new FormatError(`elements with ${corners} corners`);
  const shape: Shape = {
    number: head.shape,
    nodes,
    corners,
    rest: cursor.f32(3 * nodes),
    triangles: cursor.u32(3 * triangles),
    elements: cursor.u32(corners * elements),
    regions: cursor.i32(elements),
    materials: cursor.i32(elements),
    representatives: cursor.u32(representatives),
    fibre_elements: cursor.u32(fibres),
    fibre_directions: cursor.f32(3 * fibres),
    names: names > 0 ? cursor.u32(representatives) : null,
    pieces: pieces > 0 ? cursor.u32(nodes) : null,
    piece_count: 0,
  };
  if (skin > 0) shape.skin = read_skin(cursor, skin, nodes);
  cursor.finish();
  for (const piece of shape.pieces ?? []) {
    if (piece > shape.piece_count) throw new FormatError(`pieces: ${piece} comes too early`);
    if (piece === shape.piece_count) ++shape.piece_count;
  }
  check_indices("surface triangles", shape.triangles, nodes);
  check_indices("elements", shape.elements, nodes);
  check_indices("representatives", shape.representatives, nodes);
  check_indices("fibres", shape.fibre_elements, elements);
  return shape;
}

export function read_roles(bytes: Uint8Array): Uint8Array {
  const cursor = new Cursor(bytes);
  const [nodes] = cursor.u32(1);
  const roles = cursor.u8(nodes);
  cursor.finish();
  return roles;
}

export function read_frame(bytes: Uint8Array, head: Head): Frame {
  const cursor = new Cursor(bytes);
  const [step, nodes, representatives, solids, contacts, fields, active, flags] = cursor.u32(8);
  const energy = cursor.f32(4);
  const stages = cursor.f32(4);
  const pace = cursor.f32(4);
  const grab = cursor.f32(6);
  const positions = cursor.f32(3 * nodes);
  const speed = fields & kFieldSpeed ? cursor.f32(nodes) : null;
  const von_mises = fields & kFieldVonMises ? cursor.f32(nodes) : null;
  const activation = fields & kFieldActivation ? cursor.f32(nodes) : null;
  const roles = cursor.u8(nodes);
  const live = cursor.words(2 * representatives);
  const frame: Frame = {
    time: head.time,
    shape: head.shape,
    step,
    nodes,
    active,
    grabbed: (flags & 1) !== 0,
    energy,
    stages,
    pace,
    grab,
    positions,
    speed,
    von_mises,
    activation,
    roles,
    liveliness: live.f32,
    awake: live.u32,
    solids: cursor.f32(7 * solids),
    touching: contacts,
    contacts: cursor.f32(6 * contacts),
  };
  cursor.finish();
  return frame;
}
