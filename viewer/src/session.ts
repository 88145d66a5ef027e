// Where frames come from: a running simulation or a recording. The rest of the page need not know which.

import type { Frame, Shape } from "./format";
import type { LiveSource } from "./live_source";
import type { Player } from "./player";

export interface Session {
  readonly player: Player | null; // of a recording
  readonly live: LiveSource | null; // of a running simulation
  readonly playing: boolean;
  readonly speed: number;
  tick(seconds: number): void; // hands over the frames to be shown now
  toggle(): void;
  step(by: number): void;
  restart(): void;
  seek(time: number): void;
  // All frames of a side, where they are known already.
  each_frame?(side: number, each: (frame: Frame, shape: Shape) => void): void;
  toggle_loop(): void;
  set_speed(times: number): void;
}
