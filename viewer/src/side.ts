// One run as the page knows it: what the server said last, and what is drawn of it.

import type { Frame, SceneText, StateText } from "./format";
import { History } from "./history";
import { SideView } from "./side_view";

export class Side {
  readonly view = new SideView();
  readonly history: History;
  scene: SceneText | null = null;
  state: StateText | null = null;
  frame: Frame | null = null;

  constructor(rows: number) {
    this.history = new History(rows);
  }

  get threshold(): number {
    const value = this.state?.options?.threshold ?? this.scene?.options?.threshold;
    return typeof value === "number" ? value : 0.02;
  }

  get label(): string {
    if (this.scene?.label) return this.scene.label;
    const method = this.state?.options?.name ?? this.scene?.options?.name;
    return method === "vanilla" ? "Vanilla" : "ConJac";
  }
}
