// One run as the page knows it: what the server said last, and what is drawn of it.

import type { Frame, OptionRow, SceneText, StateText } from "./format";
import { History } from "./history";
import { SideView } from "./side_view";

export class Side {
  readonly view = new SideView();
  readonly history: History;
  scene: SceneText | null = null;
  state: StateText | null = null;
  frame: Frame | null = null;
  private touched = false;

  constructor(rows: number) {
    this.history = new History(rows);
  }

  // Whether anything can come into contact: obstacles, several bodies, or it has been seen to.
  get can_touch(): boolean {
    this.touched ||= (this.frame?.touching ?? 0) > 0;
    const { scene } = this;
    return this.touched || (scene?.solids?.length ?? 0) > 0 || (scene?.bodies?.length ?? 0) > 1;
  }

  get threshold(): number {
    const value = this.state?.options?.threshold ?? this.scene?.options?.threshold;
    return typeof value === "number" ? value : 0.02;
  }

  // What runs: the method now, not the one it was started with.
  get method(): string {
    const options = this.state?.options ?? this.scene?.options;
    return option_label(this.scene?.option_table, "name", options?.name) || "ConJac";
  }
  get integrator(): string {
    const options = this.state?.options ?? this.scene?.options;
    return option_label(this.scene?.option_table, "integrator", options?.integrator);
  }
}

const kMethods: Record<string, string> = { conjac: "ConJac", vanilla: "Vanilla" };

// The words the server's table has for a value.
function option_label(table: OptionRow[] | undefined, name: string, value: unknown): string {
  const choices = table?.find((row) => row.name === name)?.choices;
  const found = choices?.find((choice) => choice.name === value)?.label;
  return found ?? kMethods[String(value)] ?? (typeof value === "string" ? value : "");
}

// Names for runs that stand beside each other: what tells them apart. A recording keeps its name.
export function name_sides(sides: readonly Side[]): string[] {
  const differ = (what: (side: Side) => unknown) => new Set(sides.map(what)).size > 1;
  const scenes = differ((side) => side.scene?.name);
  const methods = differ((side) => side.method);
  return sides.map((side) => {
    if (!side.state && side.scene?.label) return side.scene.label;
    const parts = scenes ? [side.scene?.name ?? "", side.method] : [side.method];
    if (!scenes && !methods && side.integrator) parts.push(side.integrator.toLowerCase());
    return parts.join(" · ");
  });
}
