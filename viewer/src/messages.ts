// What the page tells the person: a banner for a state that lasts, short notes for what happened.

import { h } from "./dom";

export type Tone = "info" | "warn" | "bad";

export class Messages {
  private banner_key = "";

  constructor(
    private readonly banner: HTMLElement,
    private readonly notes: HTMLElement,
  ) {}

  // A state that lasts; an empty text takes it away.
  state(text: string, tone: Tone = "info", action?: { label: string; run: () => void }): void {
    const key = `${tone} ${text}`;
    if (key === this.banner_key) return;
    this.banner_key = key;
    this.banner.hidden = text === "";
    this.banner.dataset.tone = tone;
    this.banner.replaceChildren(h("span", {}, text));
    if (action) this.banner.append(h("button", { click: action.run }, action.label));
  }

  note(text: string, tone: Tone = "info"): void {
    for (const child of this.notes.children) {
      if (child.textContent === text) child.remove();
    }
    const note = h("div", { class: "note", "data-tone": tone }, text);
    this.notes.append(note);
    while (this.notes.children.length > 4) this.notes.firstChild?.remove();
    window.setTimeout(() => note.remove(), tone === "info" ? 5000 : 9000);
  }
}
