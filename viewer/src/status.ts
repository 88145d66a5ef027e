// The chips at the top and the names of the sides: how the run is doing, in a few words.

import type { App } from "./app";
import { by_id, h } from "./dom";
import { with_unit } from "./legend";
import { name_sides, type Side } from "./side";

interface Chip {
  text: string;
  title: string;
  tone?: "good" | "warn" | "bad";
}

export class Status {
  private shown = "";

  constructor(private readonly app: App) {}

  show(): void {
    const chips = this.chips();
    const { sides } = this.app;
    const names = name_sides(sides);
    const labels = sides.length > 1 ? sides.map((side, i) => this.side_line(side, names[i])) : [];
    const key = JSON.stringify([chips, labels]);
    if (key === this.shown) return;
    this.shown = key;
    by_id("chips").replaceChildren(
      ...chips.map(({ text, title, tone }) =>
        h("span", { class: "chip", title, "data-tone": tone ?? "" }, text),
      ),
    );
    by_id("side-labels").replaceChildren(
      ...labels.map((text, i) => {
        const part = this.app.stage.part(i);
        const label = h("div", { class: "side-label" }, text);
        label.style.left = `${part.x + 12}px`;
        label.style.top = `${part.y + 10}px`;
        return label;
      }),
    );
  }

  // Name, mean time of a step, and whether a recording has come to its end before the other one.
  private side_line(side: Side, name: string): string {
    const player = this.app.session?.player ?? null;
    const mean = side.history.mean_step(player ? (side.frame?.time ?? 0) : null);
    const parts = mean > 0 ? [name, `${with_unit(mean / 1000, "s")} per step`] : [name];
    const { last_time } = side.history;
    if (player && last_time < player.end - 1e-6 && player.time > last_time) {
      parts.push(`ended at ${last_time.toFixed(2)} s`);
    }
    if (side.state?.status === "diverged") parts.push("diverged");
    return parts.join(" · ");
  }

  private chips(): Chip[] {
    const { session } = this.app;
    const side = this.app.sides[0];
    if (!session || !side.frame || !side.scene) return [];
    const chips: Chip[] = [];
    if (session.player) chips.push({ text: "Recording", title: "A finished run is being played" });
    else if (session.live?.open) {
      chips.push({ text: "Live", title: "The simulation is running now", tone: "good" });
    } else chips.push({ text: "Not connected", title: "See the message below", tone: "bad" });
    if (session.live) chips.push(pace_chip(side, session.playing, session.speed));
    const representatives = side.frame.liveliness.length / 2;
    chips.push({
      text: `${side.frame.active} of ${representatives} awake`,
      title: "Dynamic nodes that are awake now, and all representative nodes",
    });
    chips.push({
      text: `${side.frame.nodes.toLocaleString("en")} vertices`,
      title: "Vertices of the mesh",
    });
    return chips;
  }
}

// Slower than asked for is said, not hidden: the picture then moves in slow motion.
function pace_chip(side: Side, playing: boolean, speed: number): Chip {
  const factor = side.frame?.pace[1] ?? 0;
  const steps = Math.round(side.frame?.pace[0] ?? 0);
  const text = `${Number(factor.toPrecision(2))}× real time`;
  const title = `${steps} steps per second; simulated time over wall-clock time`;
  if (!playing) return { text: "Paused", title: "Press Space to go on" };
  const wanted = speed > 0 ? Math.min(speed, 1) : 1;
  if (factor >= 0.9 * wanted) return { text, title };
  const slower = `The solver is slower than real time here: what you see is slow motion. ${title}`;
  return { text: `Slow motion, ${text}`, title: slower, tone: "warn" };
}
