// Play, pause, step, reset; speed; and, for a recording, the timeline.

import { h, icon_button, set_icon } from "./dom";
import type { Session } from "./session";

const kLiveSpeeds: readonly [number, string][] = [
  [0.1, "1/10 × real time"],
  [0.25, "1/4 × real time"],
  [0.5, "1/2 × real time"],
  [1, "real time"],
  [2, "2 × real time"],
  [0, "as fast as it goes"],
];
const kPlaySpeeds: readonly [number, string][] = [
  [0.1, "1/10 ×"],
  [0.25, "1/4 ×"],
  [0.5, "1/2 ×"],
  [1, "1 ×"],
  [2, "2 ×"],
  [4, "4 ×"],
];

export class Transport {
  private readonly play: HTMLButtonElement;
  private readonly speed: HTMLSelectElement;
  private readonly time: HTMLElement;
  private readonly timeline: HTMLInputElement | null = null;
  private readonly loop: HTMLButtonElement | null = null;

  constructor(
    root: HTMLElement,
    private readonly session: Session,
  ) {
    const { player } = session;
    this.play = icon_button("play", "Play", () => session.toggle(), "Space");
    this.play.classList.add("main");
    this.play.id = "play";
    const restart = icon_button(
      "reset",
      player ? "To the beginning" : "Start anew",
      () => session.restart(),
      "R",
    );
    restart.id = "reset";
    const step = icon_button("step", "One step", () => session.step(1), ".");
    step.id = "step";
    root.append(restart);
    if (player) {
      const back = icon_button("back", "One frame back", () => session.step(-1), ",");
      back.classList.add("spare");
      root.append(back);
    }
    root.append(this.play, step);
    this.time = h("output", { class: "time", id: "time", "aria-label": "Simulated time" });
    if (player) {
      this.timeline = h("input", {
        type: "range",
        class: "timeline",
        id: "timeline",
        min: 0,
        max: 10000,
        value: 0,
        "aria-label": "Time",
        input: () => {
          const part = this.timeline!.valueAsNumber / 10000;
          session.seek(player.begin + part * (player.end - player.begin));
        },
      });
      this.loop = icon_button("loop", "Loop", () => session.toggle_loop(), "L");
      this.loop.id = "loop";
      root.append(this.timeline, this.time, this.loop);
    } else {
      root.append(this.time);
    }
    this.speed = h("select", {
      id: "speed",
      "aria-label": "Speed",
      title: "Speed ([ and ])",
      change: () => session.set_speed(Number(this.speed.value)),
    });
    for (const [value, name] of player ? kPlaySpeeds : kLiveSpeeds) {
      this.speed.append(h("option", { value }, name));
    }
    root.append(this.speed);
  }

  change_speed(by: number): void {
    const next = this.speed.selectedIndex + by;
    if (next < 0 || next >= this.speed.options.length) return;
    this.speed.selectedIndex = next;
    this.session.set_speed(Number(this.speed.value));
  }

  show(time: number): void {
    const { player } = this.session;
    const playing = this.session.playing;
    set_icon(this.play, playing ? "pause" : "play", playing ? "Pause" : "Play", "Space");
    this.time.textContent = player
      ? `${player.time.toFixed(2)} / ${player.end.toFixed(2)} s`
      : `${time.toFixed(3)} s`;
    if (player && this.timeline && !this.timeline.matches(":active")) {
      const span = player.end - player.begin || 1;
      this.timeline.value = String(Math.round((10000 * (player.time - player.begin)) / span));
      this.timeline.setAttribute("aria-valuetext", `${player.time.toFixed(2)} seconds`);
    }
    this.loop?.setAttribute("aria-pressed", String(player?.loop ?? false));
    const speed = String(this.session.speed);
    if (document.activeElement !== this.speed && this.speed.value !== speed) {
      const known = [...this.speed.options].some((option) => option.value === speed);
      if (!known) this.speed.append(h("option", { value: speed }, `${speed} ×`));
      this.speed.value = speed;
    }
  }
}
