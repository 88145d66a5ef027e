// A running simulation as a session: frames as they come, commands as the person gives them.

import type { App } from "./app";
import { type Keep, Op } from "./commands";
import type { OptionValue, StateText, Text, WorkText } from "./format";
import { LiveSource, type Loss } from "./live_source";
import type { Session } from "./session";

const kPatience = 2.5; // seconds without a frame before the page says that it waits
const kStale = 1500; // ms after which a word on a long step is no longer true

export class Live implements Session {
  readonly player = null;
  readonly live: LiveSource;
  side = 0; // which run options are for: 0, 1, or 255 for both
  private states: (StateText | null)[] = [null, null];
  private since_frame = 0;
  private work: { text: WorkText; at: number } | null = null; // of a step that takes long
  private lost_since: number | null = null;
  on_refused = () => {}; // fields show again what runs
  on_frequencies: (full: readonly number[], modal: readonly number[]) => void = () => {};
  on_lost = () => {}; // the server lets go by itself; so must the hand on the page

  constructor(
    private readonly app: App,
    address: string,
  ) {
    this.live = new LiveSource(address, {
      text: (side, text) => this.text(side, text),
      shape: (side, shape) => {
        this.since_frame = 0;
        if (side < app.sides.length) app.set_shape(side, shape);
      },
      frame: (side, frame) => app.sides[side]?.history.add(frame),
      took: (ms) => app.clock.message(ms),
      connected: () => {
        this.lost_since = null;
        this.since_frame = 0;
        app.messages.state("");
      },
      lost: (how) => {
        this.lost_since ??= performance.now();
        this.on_lost();
        this.work = null;
        const again = { label: "Try now", run: () => this.live.connect() };
        app.messages.state(words_for(how), how.full ? "warn" : "bad", again);
      },
      replaced: () => location.reload(),
      broken: (message) => app.messages.note(`The server sent ${message}`, "bad"),
    });
  }

  start(): void {
    this.live.connect();
  }

  get connected(): boolean {
    return this.lost_since === null && this.live.open;
  }
  get playing(): boolean {
    return this.states[0]?.playing ?? false;
  }
  get speed(): number {
    return this.states[0]?.speed ?? 1;
  }
  state_of(side: number): StateText | null {
    return this.states[side] ?? null;
  }

  tick(seconds: number): void {
    this.since_frame += seconds;
    for (let side = 0; side < this.app.sides.length; ++side) {
      const frame = this.live.take_frame(side);
      if (!frame) continue;
      this.since_frame = 0;
      this.work = null;
      this.app.show_frame(side, frame);
    }
    if (this.lost_since !== null || !this.live.open) return;
    this.say_state();
  }

  private say_state(): void {
    const { messages } = this.app;
    const bad = this.states.find((state) => state?.status === "diverged");
    if (bad) {
      messages.state(
        `The run diverged. ${bad.message ?? ""} A smaller step or a larger beta may help.`,
        "bad",
        { label: "Start anew", run: () => this.restart() },
      );
    } else if (this.work && performance.now() - this.work.at < kStale) {
      messages.state(work_words(this.work.text), "warn", {
        label: "Pause",
        run: () => this.plain(Op.pause),
      });
    } else if (this.playing && this.since_frame > kPatience) {
      const seconds = Math.floor(this.since_frame);
      messages.state(`Waiting for the solver: no new step for ${seconds} s.`, "warn");
    } else if (this.states[0]?.status === "finished" && !this.playing) {
      messages.state("The run has reached its end.", "info", {
        label: "Start anew",
        run: () => this.restart(),
      });
    } else {
      messages.state("");
    }
  }

  private text(side: number, text: Text): void {
    if (text.type === "scene") {
      this.app.set_scene(side, text);
      for (const notice of text.notices ?? []) this.app.messages.note(notice);
      this.send_fields();
    } else if (text.type === "state") {
      this.states[side] = text;
      this.app.set_state(side, text);
    } else if (text.type === "work") {
      this.work = { text, at: performance.now() };
    } else if (text.type === "frequencies") {
      this.on_frequencies(text.full, text.modal);
    } else {
      if (text.type === "error") this.on_refused();
      this.app.messages.note(text.text, text.type === "error" ? "bad" : "info");
    }
  }

  send_fields(): void {
    this.live.send(this.live.write.colour(this.app.wanted_fields));
  }
  send_option(name: string, value: OptionValue): void {
    this.live.send(this.live.write.option(this.side, name, value));
  }

  // What there is to change of the run that changes go to.
  get world(): StateText["world"] | null {
    return this.kept?.world ?? null;
  }
  change(name: string, value: unknown): void {
    this.live.send(this.live.write.change(this.side, name, value));
  }
  ask_frequencies(): void {
    this.live.send(this.live.write.plain(Op.frequencies, this.kept_side));
  }
  toggle_modes(): void {
    this.send_option("integrator", this.option("integrator") === "modal" ? "trapezoidal" : "modal");
  }

  // Recording, states and undone cuts are of one run: the one that changes go to.
  private get kept_side(): number {
    return this.side === 255 ? 0 : this.side;
  }
  get kept(): StateText | null {
    return this.states[this.kept_side] ?? null;
  }
  keep(what: Keep, name: string): void {
    this.live.send(this.live.write.keep(this.kept_side, what, name));
  }
  undo_cut(): void {
    this.live.send(this.live.write.plain(Op.undo, this.kept_side));
  }

  let_go(side: number): void {
    this.live.send(this.live.write.plain(Op.let_go, side));
  }
  // Of the run that changes go to, and of that one only.
  toggle_method(): void {
    const other = this.option("name") === "vanilla" ? "conjac" : "vanilla";
    this.send_option("name", other);
    if (this.app.sides.length < 2) return;
    const which = this.side === 255 ? "Both runs" : `Run ${this.side + 1}`;
    this.app.messages.note(`${which}: now ${other === "vanilla" ? "Vanilla" : "ConJac"}`);
  }
  toggle_adaptive(): void {
    this.send_option("adaptive", !this.option("adaptive"));
  }
  private option(name: string): unknown {
    return this.states[this.side === 255 ? 0 : this.side]?.options?.[name];
  }

  private plain(op: Op.play | Op.pause | Op.step | Op.reset): void {
    this.live.send(this.live.write.plain(op));
  }
  toggle(): void {
    this.plain(this.playing ? Op.pause : Op.play);
  }
  step(by: number): void {
    if (by < 0) return;
    if (this.playing) this.plain(Op.pause);
    this.plain(Op.step);
  }
  restart(): void {
    this.plain(Op.reset);
  }
  set_speed(times: number): void {
    this.live.send(this.live.write.speed(times));
  }
  // A running simulation has neither past nor end.
  seek(): void {}
  toggle_loop(): void {}
}

// A program that is started again has another address, unless it was told which.
function words_for({ reason, full, answered }: Loss): string {
  if (full) return `${reason}. Close one of them: this page tries again by itself.`;
  const lost = `The connection to the simulation is lost${reason ? ` (${reason})` : ""}.`;
  if (answered) return `${lost} Trying again…`;
  return (
    `${lost} Nobody answers at ${location.host}: if the program has ended, start it again and ` +
    "open the new address it prints. (With --port and --token it keeps its address, and this page " +
    "finds it by itself.)"
  );
}

const kStages: Record<WorkText["stage"], string> = {
  preparing: "preparing",
  factoring: "forming and factoring the stiffness",
  solving: "solving for the motion",
  friction: "friction",
  balancing: "bringing the body to balance",
};

// One decimal would flicker: whole seconds, and the parts the step is taken in.
function work_words({ seconds, stage, tries, parts, halved }: WorkText): string {
  const time = seconds < 2 ? "a while" : `${Math.floor(seconds)} s`;
  const done = `${parts} ${parts === 1 ? "part" : "parts"} done, try ${tries}`;
  const size = halved > 0 ? `, each 1/${2 ** halved} of it` : "";
  return `A step has taken ${time} so far: ${kStages[stage] ?? stage} (${done}${size}).`;
}
