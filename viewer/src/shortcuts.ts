// Keyboard shortcuts, in one table that the help page shows.

import { h } from "./dom";

export interface Shortcut {
  // Values of KeyboardEvent.key, letters in lower case, behind Ctrl+ and Shift+ where they are needed.
  // One without Shift+ is meant with and without it, unless another one has it.
  keys: string[];
  shown: string;
  text: string;
  run: (event: KeyboardEvent) => void;
  group: string;
}

export function listen(shortcuts: readonly Shortcut[]): void {
  window.addEventListener("keydown", (event) => {
    if (event.altKey) return;
    const control = event.ctrlKey || event.metaKey ? "Ctrl+" : "";
    const target = event.target as HTMLElement;
    const typing = target.matches('input[type="number"], input[type="text"], select, textarea');
    if (typing && event.key !== "Escape") return;
    // Space and arrows belong to the control that has the focus.
    const own = [" ", "Enter", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
    if (!control && target.matches("button, input, summary, a") && own.includes(event.key)) {
      if (!(target.matches('input[type="range"].timeline') && event.key === " ")) return;
    }
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const of_key = (name: string) => shortcuts.find((shortcut) => shortcut.keys.includes(name));
    const shifted = event.shiftKey ? of_key(`${control}Shift+${key}`) : undefined;
    const found = shifted ?? of_key(control + key);
    if (!found) return;
    event.preventDefault();
    found.run(event);
  });
}

// A button pressed with the mouse gives the focus back: the next Space is for play and pause, not for it
// again. Whoever goes by keyboard keeps it.
export function release_focus(): void {
  document.addEventListener("click", (event) => {
    const button = (event.target as Element).closest<HTMLElement>("button.icon, .tabs button");
    if (button && event.detail > 0) button.blur();
  });
}

export function fill_help(root: HTMLElement, shortcuts: readonly Shortcut[]): void {
  const groups = [...new Set(shortcuts.map((shortcut) => shortcut.group))];
  for (const group of groups) {
    const list = h("dl");
    for (const { shown, text } of shortcuts.filter((s) => s.group === group && s.shown)) {
      const keys = shown.split(" ").map((key) => h("kbd", {}, key));
      list.append(h("div", {}, h("dt", {}, ...keys), h("dd", {}, text)));
    }
    root.append(h("section", {}, h("h3", {}, group), list));
  }
}
