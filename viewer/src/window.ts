// `window.conjac`: what is shown, in numbers, for tests and for curious people. It changes nothing.

import { Box3, Vector3 } from "three";
import type { App } from "./app";
import type { FrameStats } from "./frame_clock";
import type { Measure, Picked } from "./measure";
import type { Session } from "./session";

export interface Window {
  ready(): boolean;
  time(side?: number): number;
  step(side?: number): number;
  playing(): boolean;
  awake(side?: number): number;
  frames_received(): number;
  bytes_received(): number; // of those frames
  grabbed(side?: number): boolean;
  shape(side?: number): { nodes: number; elements: number; triangles: number; number: number };
  position(node: number, side?: number): number[];
  roles(side?: number): number[];
  drawn_nodes(side?: number): number[];
  representatives(side?: number): number[];
  // The box around what is drawn, how much sky the vertices at a node see, and lines of fibres.
  drawn_box(side?: number): { low: number[]; high: number[] };
  sky(node: number, side?: number): number;
  fibres(side?: number): { lines: number; segments: number };
  // Pixel of a node on the page, and whether a point of the page is on the body.
  pixel(node: number, side?: number): [number, number];
  options(side?: number): Record<string, unknown>;
  // Part of the nodes whose place is within the picture.
  in_view(side?: number): number;
  // Where the camera stands and what it looks at.
  camera(): { position: number[]; target: number[] };
  stats(): FrameStats;
  // What is drawn below the body, and where the colour scale ends.
  floor(): { grid: boolean; shadow: boolean };
  scale(): number;
  // Vertices picked for measuring, the distance between them, and what the probes have seen.
  measured(): {
    picked: Picked[];
    distance: { now: number; rest: number } | null;
    probe: { time: number[]; values: (number | null)[][] };
  };
  ghost(side?: number): boolean; // the other run is drawn through this one
  // Distance of a node from the same node of the other run, where that is shown.
  difference(node: number, side?: number): number;
  in_full(): boolean; // drawn with all pixels
}

export function open_window(app: App, session: Session, measure: Measure): void {
  const frame = (side = 0) => app.sides[side].frame;
  const looker: Window = {
    ready: () => app.sides.every((side) => side.frame !== null),
    time: (side) => frame(side)?.time ?? NaN,
    step: (side) => frame(side)?.step ?? -1,
    playing: () => session.playing,
    awake: (side) => frame(side)?.active ?? -1,
    frames_received: () => session.live?.received ?? 0,
    bytes_received: () => session.live?.bytes ?? 0,
    grabbed: (side) => frame(side)?.grabbed ?? false,
    shape: (side = 0) => {
      const shape = app.sides[side].view.current_shape;
      return {
        nodes: shape?.nodes ?? 0,
        elements: shape ? shape.elements.length / shape.corners : 0,
        triangles: (app.sides[side].view.mesh.drawn?.triangles.length ?? 0) / 3,
        number: shape?.number ?? -1,
      };
    },
    position: (node, side) => [...(frame(side)?.positions.subarray(3 * node, 3 * node + 3) ?? [])],
    roles: (side) => [...(frame(side)?.roles ?? [])],
    drawn_nodes: (side = 0) => [...new Set(app.sides[side].view.mesh.drawn?.nodes ?? [])],
    drawn_box: (side = 0) => {
      const positions = app.sides[side].view.mesh.drawn?.positions ?? [];
      const box = new Box3().setFromArray([...positions]);
      return { low: box.min.toArray(), high: box.max.toArray() };
    },
    sky: (node, side = 0) => app.sides[side].view.mesh.sky_above(node),
    fibres: (side = 0) => app.sides[side].view.fibres_drawn,
    representatives: (side = 0) => [...(app.sides[side].view.current_shape?.representatives ?? [])],
    pixel: (node, side = 0) => {
      const box = app.stage.canvas.getBoundingClientRect();
      const [x, y] = app.pixel(node, side);
      return [box.left + x, box.top + y];
    },
    options: (side = 0) => ({ ...app.sides[side].state?.options }),
    in_view: (side = 0) => {
      const positions = frame(side)?.positions ?? [];
      app.stage.camera.updateMatrixWorld();
      let inside = 0;
      const at = new Vector3();
      for (let i = 0; i < positions.length; i += 3) {
        at.fromArray(positions, i).project(app.stage.camera);
        if (Math.abs(at.x) <= 1 && Math.abs(at.y) <= 1 && Math.abs(at.z) <= 1) ++inside;
      }
      return inside / Math.max(1, positions.length / 3);
    },
    camera: () => ({
      position: app.stage.camera.position.toArray(),
      target: app.stage.controls.target.toArray(),
    }),
    stats: () => app.clock.stats(),
    floor: () => app.stage.floor_drawn,
    scale: () => app.coloring.upper,
    measured: () => ({
      picked: measure.picked.map((at) => ({ ...at })),
      distance: measure.distance(),
      probe: measure.probed,
    }),
    ghost: (side = 0) => app.sides[side].view.ghost_shown,
    difference: (node, side) => frame(side)?.difference?.[node] ?? NaN,
    in_full: () => app.stage.full_quality,
  };
  Object.defineProperty(window, "conjac", { value: Object.freeze(looker) });
}
