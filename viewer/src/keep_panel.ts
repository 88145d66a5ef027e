// Record the run, save and load its state, undo a cut.

import { h } from "./dom";
import type { Live } from "./live";

export class KeepPanel {
  private readonly name = h("input", {
    type: "text",
    id: "keep-name",
    maxlength: 80,
    pattern: "[A-Za-z0-9_\\-]+",
    "aria-label": "Name to save under",
    title: "Letters, digits, - and _; empty: the scene's name and a number",
  });
  private readonly record = h("button", {
    id: "keep-record",
    click: () => this.toggle_recording(),
  });
  private readonly save = h(
    "button",
    { id: "keep-save", title: "Shortcut Ctrl S", click: () => this.save_state() },
    "Save state",
  );
  private readonly undo = h(
    "button",
    { id: "keep-undo", title: "Shortcut Ctrl Z", click: () => this.live.undo_cut() },
    "Undo cut",
  );
  private readonly load = h("select", {
    id: "keep-load",
    "aria-label": "Load a saved state",
    change: () => {
      if (this.load.value) this.live.keep("load", this.load.value);
      this.load.value = "";
    },
  });
  private saved = "";
  private count = 0;

  constructor(
    root: HTMLElement,
    private readonly live: Live,
    private readonly scene: () => string,
  ) {
    root.append(
      h(
        "fieldset",
        { id: "keep" },
        h("legend", {}, "Keep"),
        h(
          "div",
          { class: "field" },
          h("label", { class: "label", for: "keep-name" }, "Name"),
          this.name,
        ),
        h("div", { class: "buttons" }, this.record, this.save, this.undo),
        this.load,
      ),
    );
    this.show();
  }

  // A name that nobody has used here, unless somebody typed one.
  private fresh_name(): string {
    const typed = this.name.value.trim();
    this.name.value = "";
    if (typed) return typed;
    const plain = this.scene().replace(/[^A-Za-z0-9_-]/g, "") || "run";
    const stamp = new Date()
      .toISOString()
      .replace(/[^0-9]/g, "")
      .slice(0, 14);
    return `${plain}-${stamp}-${++this.count}`;
  }

  toggle_recording(): void {
    const running = this.live.kept?.recording;
    if (running) this.live.keep("stop", running);
    else this.live.keep("record", this.fresh_name());
  }
  save_state(): void {
    this.live.keep("save", this.fresh_name());
  }

  show(): void {
    const state = this.live.kept;
    const running = state?.recording ?? "";
    const words = running ? "Stop recording" : "Record run";
    if (this.record.textContent !== words) this.record.textContent = words;
    this.record.setAttribute("aria-pressed", String(running !== ""));
    const folder = state?.saved !== undefined;
    this.record.disabled = this.save.disabled = !folder;
    this.undo.disabled = !state?.undo || running !== "";
    this.load.disabled = !state?.saved?.length || running !== "";
    const key = JSON.stringify(state?.saved ?? []);
    if (key === this.saved) return;
    this.saved = key;
    this.load.replaceChildren(
      h("option", { value: "" }, "Load a saved state…"),
      ...(state?.saved ?? []).map((name) => h("option", { value: name }, name)),
    );
  }
}
