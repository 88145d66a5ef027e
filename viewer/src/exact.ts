// Live frames are small, and what somebody reads off them shall be exact: the server is told which
// nodes are read, and frames carry the numbers of these in full.

import type { App } from "./app";
import { kMostProbes } from "./commands";
import type { Live } from "./live";
import type { Measure } from "./measure";

const kEvery = 60; // ms between two questions

export class Exact {
  private readonly asked = ["", ""];
  private last = 0;

  constructor(
    private readonly app: App,
    private readonly live: Live,
    private readonly measure: Measure,
  ) {
    app.fast.push(() => this.ask());
  }

  // Whoever answers now has been asked nothing yet.
  forget(): void {
    this.asked.fill("");
  }

  private ask(): void {
    const { app, live, measure } = this;
    if (!live.connected || (!measure.reading && this.asked[0] === "" && this.asked[1] === ""))
      return;
    const now = performance.now();
    if (now - this.last < kEvery) return;
    // How far two runs are apart is read off both.
    const both = app.settings.mode === "difference";
    for (let side = 0; side < app.sides.length; ++side) {
      const read = both ? [0, 1] : [side];
      const all = new Set(read.flatMap((one) => measure.nodes_read(one)));
      const nodes = [...all].slice(0, kMostProbes);
      const key = nodes.join();
      if (key === this.asked[side]) continue;
      this.asked[side] = key;
      this.last = now;
      live.live.send(live.live.write.probe(side, nodes));
    }
  }
}
