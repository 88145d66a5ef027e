// A recording as a session: both sides show the frame of the player's time.

import type { App } from "./app";
import type { Frame, Shape } from "./format";
import { Player } from "./player";
import { frame_index, frame_of, scene_of, type Recording } from "./recording";
import { Presence } from "./presence";
import type { Session } from "./session";

const kLookedAt = 100; // frames

export class Playback implements Session {
  readonly live = null;
  readonly player: Player;
  private readonly shown: number[];

  constructor(
    private readonly recording: Recording,
    private readonly app: App,
  ) {
    this.player = new Player(recording.begin, recording.end);
    this.shown = recording.sides.map(() => -1);
  }

  start(): void {
    this.recording.sides.forEach((side, i) => {
      this.app.set_scene(i, side.scene);
      side.frames.forEach((_, k) => this.app.sides[i].history.add(frame_of(side, k)));
      for (const notice of side.scene.notices ?? []) this.app.messages.note(notice);
    });
    this.look_ahead();
    if (this.recording.cut_off) {
      this.app.messages.note("The recording ends in the middle: its run was stopped.", "warn");
    }
    this.player.playing = this.player.end > this.player.begin;
    this.show();
  }

  // Where the bodies will be: the first look shows all of it.
  private look_ahead(): void {
    const presence = new Presence();
    for (const side of this.recording.sides) {
      const stride = Math.max(1, Math.ceil(side.frames.length / kLookedAt));
      for (let k = 0; k < side.frames.length; k += stride) {
        const { positions } = frame_of(side, k);
        this.app.seen.union(presence.update(positions, side.scene.size ?? 1).box);
      }
    }
  }

  get playing(): boolean {
    return this.player.playing;
  }
  get speed(): number {
    return this.player.speed;
  }

  tick(seconds: number): void {
    if (this.player.advance(seconds)) this.show();
  }

  private show(): void {
    this.recording.sides.forEach((side, i) => {
      const index = frame_index(side, this.player.time);
      if (index === this.shown[i]) return;
      this.shown[i] = index;
      const frame = frame_of(side, index);
      const shape = side.shapes.get(frame.shape);
      if (shape && shape !== this.app.sides[i].view.current_shape) {
        const scene = scene_of(side, shape.number);
        if (scene !== this.app.sides[i].scene) this.app.set_scene(i, scene);
        this.app.set_shape(i, shape);
      }
      this.app.show_frame(i, frame);
    });
  }

  toggle(): void {
    this.player.toggle();
    this.show();
  }

  // From frame to frame of the first side.
  step(by: number): void {
    this.player.playing = false;
    const side = this.recording.sides[0];
    const last = side.frames.length - 1;
    const next = Math.min(last, Math.max(0, frame_index(side, this.player.time) + by));
    this.seek(side.frames[next].head.time);
  }

  restart(): void {
    this.seek(this.player.begin);
  }

  seek(time: number): void {
    this.player.seek(time);
    this.show();
  }

  each_frame(index: number, each: (frame: Frame, shape: Shape) => void): void {
    const side = this.recording.sides[index];
    side?.frames.forEach((_, k) => {
      const frame = frame_of(side, k);
      const shape = side.shapes.get(frame.shape);
      if (shape) each(frame, shape);
    });
  }

  toggle_loop(): void {
    this.player.loop = !this.player.loop;
  }

  set_speed(times: number): void {
    this.player.speed = times > 0 ? times : 1;
  }
}
