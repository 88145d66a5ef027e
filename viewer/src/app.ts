// The page as a whole: runs, picture, plots and panels, and the loop that draws them.

import { Box3, Vector3 } from "three";
import { Charts, type ChartInput } from "./charts";
import { AutoRange, distances, mode_info, node_values, type ColorMode } from "./coloring";
import type { Framed, View } from "./camera";
import { by_id } from "./dom";
import { kFieldContacts, type Frame, type SceneText, type Shape, type StateText } from "./format";
import { FrameClock } from "./frame_clock";
import { Legend } from "./legend";
import { Messages } from "./messages";
import { kLevels, Quality } from "./quality";
import type { Session } from "./session";
import { default_settings, floor_shown, type ViewSettings } from "./settings";
import { Side } from "./side";
import { Stage } from "./stage";
import { Status } from "./status";

const kSlowEvery = 125; // ms between two looks at words and panels
const kChartEvery = 50; // ms between two plots
const kWindow = 10; // seconds of a running simulation in the plots
const kWidest = 5; // sizes of the body: a recording that goes farther is followed, not shown whole
const kNoNames = new Uint32Array(0);
const kNoPoints = new Float32Array(0);
const kHistoryRows = { live: 4096, recording: 65536 };

export class App {
  readonly settings: ViewSettings;
  readonly sides: Side[] = [];
  readonly stage = new Stage(by_id<HTMLCanvasElement>("canvas"));
  readonly messages = new Messages(by_id("banner"), by_id("notes"));
  readonly clock = new FrameClock();
  readonly range = new AutoRange();
  private readonly quality = new Quality();
  readonly charts: Charts;
  session: Session | null = null;
  chart_side = 0;
  // What others do at their own pace: `slow` a few times a second, `fast` with every frame.
  readonly fast: ((seconds: number) => void)[] = [];
  readonly slow: (() => void)[] = [];
  readonly first: (() => void)[] = []; // once, when there is something to look at
  readonly drawn: (() => void)[] = []; // right after a picture was drawn
  private readonly legend = new Legend(by_id("legend"));
  private readonly status = new Status(this);
  readonly seen = new Box3(); // where the bodies have been (a recording: everywhere they will be)
  holding = false; // a hand pulls
  private readonly differences: (Float32Array | null)[] = [];
  private outlines = new Float32Array(0);
  private readonly body = new Box3();
  private framed = false;
  private readonly point = new Vector3();
  private last = 0;
  private seconds = 0; // of the frame being drawn
  private last_slow = 0;
  private last_chart = 0;

  constructor(private readonly live: boolean) {
    this.settings = default_settings(live);
    this.charts = new Charts(by_id("plots"), (time) => this.session?.seek(time));
    this.have_sides(1);
  }

  // One run, or two beside each other: the scene text says it.
  private have_sides(count: number): void {
    while (this.sides.length < Math.min(count, 2)) {
      const side = new Side(this.live ? kHistoryRows.live : kHistoryRows.recording);
      this.sides.push(side);
      this.stage.add_view(side.view);
      side.view.show(this.settings.visible);
    }
  }

  start(session: Session): void {
    this.session = session;
    this.apply_visible();
    requestAnimationFrame((now) => this.loop(now));
  }

  // ---- what the session brings

  set_scene(index: number, scene: SceneText): void {
    this.have_sides(Math.max(index + 1, scene.sides ?? 1));
    const side = this.sides[index];
    if (!side) return;
    side.scene = scene;
    side.view.set_scene(scene);
    if (index === 0) {
      document.title = `${scene.name} · ConJac`;
      by_id("title").textContent = scene.name;
      const subtitle = by_id("subtitle");
      subtitle.textContent = subtitle.title = scene.title ?? "";
    }
  }

  set_state(index: number, state: StateText): void {
    const side = this.sides[index];
    if (!side) return;
    side.state = state;
    this.last_slow = 0;
  }

  set_shape(index: number, shape: Shape): void {
    const side = this.sides[index];
    if (!side) return;
    side.view.set_shape(shape);
    side.frame = null;
    this.apply_clip();
  }

  show_frame(index: number, frame: Frame): void {
    const side = this.sides[index];
    const shape = side?.view.current_shape;
    if (!side || !shape || frame.shape !== shape.number || frame.nodes !== shape.nodes) return;
    side.frame = frame;
    side.view.place(frame);
    this.seen.union(side.view.presence.box);
    const { mode } = this.settings;
    if (mode === "difference") this.compare(index, frame);
    const values = mode === "activation" ? null : node_values(mode, frame);
    const { presence } = side.view;
    if (values) this.range.include(values, this.seconds, 1, (node) => presence.has(node));
    else if (mode === "liveliness") this.range.include(frame.liveliness, this.seconds, 2);
    side.view.update(frame, this.coloring);
    if (!this.framed) this.frame_first(side);
    else if (index === 0) this.find_floor(side);
    this.stage.dirty = true;
  }

  // Two runs of one body: node by node they can be compared, and pulled at once.
  get pair(): boolean {
    const [one, other] = this.sides;
    const nodes = one.frame?.nodes;
    return this.sides.length > 1 && nodes !== undefined && nodes === other.frame?.nodes;
  }

  private compare(index: number, frame: Frame): void {
    const other = this.sides.length > 1 ? this.sides[1 - index].frame : null;
    const buffer = (this.differences[index] ??= null);
    frame.difference = other ? distances(frame, other, buffer) : null;
    this.differences[index] = frame.difference;
  }

  // ---- camera

  private frame_first(side: Side): void {
    const { view } = side;
    this.framed = true;
    this.stage.resize();
    const body = view.presence.box;
    const far = size_of(this.seen) > kWidest * size_of(body);
    if (far) this.settings.keep = true;
    const whole = far || this.seen.equals(body);
    const flat = view.current_shape?.corners === 3;
    this.settings.flat = flat;
    const all = whole ? this.framed_present() : { box: view.with_solids(this.seen) };
    this.stage.frame_on(view.with_solids(body), all, flat);
    this.find_floor(side);
    for (const action of this.first) action();
  }

  // The drawn floor is the solid one, where there is one.
  private find_floor(side: Side): void {
    const ground = side.view.ground();
    this.settings.has_floor = ground !== null;
    this.stage.set_ground(ground);
    this.stage.show_floor(floor_shown(this.settings), ground !== null);
  }

  // Where the bodies of all sides are now.
  present(box = new Box3()): Box3 {
    box.makeEmpty();
    for (const side of this.sides) if (side.frame) box.union(side.view.presence.box);
    return box;
  }

  frame_present(): void {
    const body = this.present();
    if (!body.isEmpty()) this.stage.rig.frame(this.framed_present());
  }

  // The outermost points of all bodies, in one array that is used again.
  private outline(): Float32Array {
    let used = 0;
    for (const { frame, view } of this.sides) {
      if (!frame) continue;
      const { outline } = view.presence;
      if (this.outlines.length < used + outline.length) {
        const more = new Float32Array(used + outline.length);
        more.set(this.outlines);
        this.outlines = more;
      }
      this.outlines.set(outline, used);
      used += outline.length;
    }
    return used === this.outlines.length ? this.outlines : this.outlines.slice(0, used);
  }

  // The bodies as they are now, point by point where nothing else stands around.
  private framed_present(): Framed {
    const body = this.present();
    const box = this.sides[0].view.with_solids(body);
    if (!box.equals(body)) return { box };
    return { box, points: this.outline() };
  }

  // Everywhere the bodies have been; of a recording, everywhere they go.
  frame_all(): void {
    if (this.seen.isEmpty()) return;
    this.stage.rig.frame({ box: this.sides[0].view.with_solids(this.seen) });
  }

  look_along(direction: Vector3): void {
    if (!this.present().isEmpty()) this.stage.rig.frame(this.framed_present(), direction);
  }

  look_from(view: View): void {
    const body = this.present();
    if (!body.isEmpty()) this.stage.rig.look(view, this.framed_present());
  }

  // Where a vertex is on the picture, in CSS pixels from its top left.
  pixel(node: number, side: number): [number, number] {
    const positions = this.sides[side].frame?.positions;
    const part = this.stage.part(side);
    if (!positions) return [part.x, part.y];
    const at = this.point.fromArray(positions, 3 * node).project(this.stage.camera);
    return [part.x + ((at.x + 1) / 2) * part.width, part.y + ((1 - at.y) / 2) * part.height];
  }

  // ---- settings

  get wanted_fields(): number {
    const contacts = this.settings.visible.contacts ? kFieldContacts : 0;
    return mode_info(this.settings.mode).fields | contacts;
  }

  get coloring() {
    const { mode, scale } = this.settings;
    return { mode, upper: mode === "activation" ? 1 : (scale[mode] ?? this.range.upper) };
  }

  // Whether the run can show this at all.
  possible(mode: ColorMode): boolean {
    if (mode === "difference") return this.pair;
    const fields = this.sides[0].scene?.fields;
    if (mode_info(mode).fields === 0 || !fields) return true;
    return fields.includes(mode);
  }

  refresh(): void {
    this.sides.forEach((side, i) => side.frame && this.show_frame(i, side.frame));
    this.last_slow = 0;
    this.stage.dirty = true;
  }

  apply_visible(): void {
    for (const side of this.sides) side.view.show(this.settings.visible);
    this.stage.show_floor(floor_shown(this.settings), this.settings.has_floor);
    this.refresh();
  }

  apply_clip(): void {
    const { clip } = this.settings;
    for (const side of this.sides) {
      const { bounds } = side.view;
      if (bounds.isEmpty()) continue;
      if (!clip.on) {
        side.view.set_clip(null);
        continue;
      }
      const low = bounds.min.getComponent(clip.axis);
      const high = bounds.max.getComponent(clip.axis);
      const offset = low + clip.position * (high - low);
      const sign = clip.flip ? -1 : 1;
      const normal: [number, number, number] = [0, 0, 0];
      normal[clip.axis] = sign;
      side.view.set_clip({ normal, offset: sign * offset });
    }
    this.refresh();
  }

  redraw_charts(): void {
    this.charts.draw(this.chart_input());
  }

  private chart_input(): ChartInput {
    const side = this.sides[this.chart_side] ?? this.sides[0];
    const other = this.sides.length > 1 ? this.sides[1 - this.chart_side] : null;
    const player = this.session?.player ?? null;
    return {
      history: side.history,
      other: other?.history ?? null,
      names: side.view.current_shape?.names ?? kNoNames,
      threshold: side.threshold,
      window: player ? Infinity : kWindow,
      cursor: player ? player.time : null,
    };
  }

  // ---- the loop

  private move_camera(seconds: number): void {
    const { rig } = this.stage;
    rig.keep = this.settings.keep;
    const body = this.framed ? this.present(this.body) : null;
    if (body) this.stage.follow(body);
    const points = rig.keep && body ? this.outline() : kNoPoints;
    rig.update(seconds, this.holding || !body ? null : { box: body, points });
  }

  private loop(now: number): void {
    const begin = performance.now();
    const interval = this.last > 0 ? now - this.last : 0;
    this.last = now;
    // After a pause of the tab, time goes on where it stopped.
    const seconds = Math.min(0.25, interval / 1000);
    this.seconds = seconds;
    if (interval > 0) this.clock.frame(interval);
    this.session?.tick(seconds);
    for (const action of this.fast) action(seconds);
    if (this.stage.resize()) this.quality.forget();
    this.move_camera(seconds);
    const drawn = this.stage.dirty;
    if (drawn) {
      const ghosts = this.settings.ghost && this.pair;
      this.sides.forEach(({ view }, i) => view.show_ghost(ghosts ? this.sides[1 - i].view : null));
      this.stage.set_quality(this.quality.moving(now, interval));
      this.stage.render();
      for (const action of this.drawn) action();
      this.clock.script(performance.now() - begin);
    } else if (!this.stage.full_quality && this.quality.still(now)) {
      this.stage.set_quality(kLevels[0]);
      this.stage.render();
    }
    this.show_slow(now);
    if (drawn) this.clock.whole(performance.now() - begin);
    requestAnimationFrame((next) => this.loop(next));
  }

  // Words and panels a few times a second, plots in turn.
  private show_slow(now: number): void {
    if (now - this.last_slow >= kSlowEvery) {
      this.last_slow = now;
      const side = this.sides[0];
      const { mode, upper } = this.coloring;
      const fixed = this.settings.scale[mode] !== undefined;
      this.legend.show({ mode, upper, fixed }, side.view.current_shape, side.scene);
      this.status.show();
      for (const action of this.slow) action();
    }
    if (now - this.last_chart >= kChartEvery) {
      this.last_chart = now;
      this.charts.draw_next(this.chart_input());
    }
  }
}

function size_of(box: Box3): number {
  return box.getSize(new Vector3()).length();
}
