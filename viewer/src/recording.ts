// A recording: every message of a run, indexed by side and time. Frames are decoded when shown.

import {
  FormatError,
  Kind,
  read_frame,
  read_head,
  read_shape,
  read_text,
  type Frame,
  type Head,
  type SceneText,
  type Shape,
} from "./format";

interface Entry {
  head: Head;
  bytes: Uint8Array;
}

export interface RecordedSide {
  scene: SceneText;
  scenes: Map<number, SceneText>; // from this shape on, where what stands around has changed
  shapes: Map<number, Shape>;
  frames: Entry[]; // by time
}

export interface Recording {
  sides: RecordedSide[];
  begin: number;
  end: number;
  cut_off: boolean; // the last message was not whole: a run that was killed
}

const kMagic = 0x52564a43; // "CJVR"

export function read_recording(buffer: ArrayBuffer): Recording {
  const data = new DataView(buffer);
  if (buffer.byteLength < 8 || data.getUint32(0, true) !== kMagic) {
    throw new FormatError("this is not a recording");
  }
  if (data.getUint32(4, true) !== 1) throw new FormatError("a recording of another version");
  const sides: RecordedSide[] = [];
  let at = 8;
  let cut_off = false;
  while (at + 4 <= buffer.byteLength) {
    const length = data.getUint32(at, true);
    at += 4;
    if (at + length > buffer.byteLength) {
      cut_off = true;
      break;
    }
    add(sides, new Uint8Array(buffer, at, length));
    at += (length + 3) & ~3;
  }
  const filled = sides.filter((side) => side !== undefined && side.frames.length > 0);
  if (filled.length === 0) throw new FormatError("a recording without a frame");
  for (const side of filled) side.frames.sort((a, b) => a.head.time - b.head.time);
  return {
    sides: filled,
    begin: Math.min(...filled.map((side) => side.frames[0].head.time)),
    end: Math.max(...filled.map((side) => side.frames[side.frames.length - 1].head.time)),
    cut_off,
  };
}

function add(sides: RecordedSide[], bytes: Uint8Array): void {
  const head = read_head(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (head.side > 1) throw new FormatError(`side ${head.side}: there are two`);
  if (head.kind === Kind.text) {
    const text = read_text(bytes);
    if (text.type !== "scene") return;
    const side = (sides[head.side] ??= {
      scene: text,
      scenes: new Map(),
      shapes: new Map(),
      frames: [],
    });
    side.scenes.set(head.shape, text);
    return;
  }
  const side = sides[head.side];
  if (!side) throw new FormatError("a frame before its scene");
  if (head.kind === Kind.shape) side.shapes.set(head.shape, read_shape(bytes, head));
  else if (side.shapes.has(head.shape)) side.frames.push({ head, bytes });
  else throw new FormatError("a frame before its shape");
}

// The scene a shape belongs to: the last one said before it.
export function scene_of(side: RecordedSide, shape: number): SceneText {
  let scene = side.scene;
  let latest = -1;
  for (const [from, text] of side.scenes) {
    if (from > shape || from < latest) continue;
    latest = from;
    scene = text;
  }
  return scene;
}

// The last frame that is not later than `time` (the first one before that).
export function frame_index(side: RecordedSide, time: number): number {
  let low = 0;
  let high = side.frames.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (side.frames[middle].head.time <= time + 1e-9) low = middle;
    else high = middle;
  }
  return low;
}

export function frame_of(side: RecordedSide, index: number): Frame {
  const entry = side.frames[index];
  return read_frame(entry.bytes, entry.head);
}

// base64 of gzip, as `conjac export` writes it into the page.
export async function unpack_embedded(text: string): Promise<ArrayBuffer> {
  const raw = atob(text.replace(/\s+/g, ""));
  const bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; ++i) bytes[i] = raw.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}
