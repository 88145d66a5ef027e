// Small helpers to write page elements down.

type Attributes = Record<string, string | number | boolean | ((event: Event) => void)>;

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false) element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}

export function by_id<T extends HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element as T;
}

// Arrow keys go through the buttons of a group of choices and choose, as screen readers expect.
export function walk_by_arrows(group: HTMLElement): void {
  group.addEventListener("keydown", (event) => {
    const forth = event.key === "ArrowRight" || event.key === "ArrowDown";
    const back = event.key === "ArrowLeft" || event.key === "ArrowUp";
    if ((!forth && !back) || event.ctrlKey || event.metaKey || event.altKey) return;
    const buttons = [...group.querySelectorAll<HTMLButtonElement>("button")].filter(
      (button) => !button.disabled && !button.hidden,
    );
    const at = buttons.indexOf(event.target as HTMLButtonElement);
    if (at < 0) return;
    event.preventDefault();
    const next = buttons[(at + (forth ? 1 : buttons.length - 1)) % buttons.length];
    next.focus();
    next.click();
  });
}

const kIcons: Record<string, string> = {
  play: "M7 4.5v15l12-7.5z",
  pause: "M7 5h3.5v14H7zM13.5 5H17v14h-3.5z",
  step: "M5 5v14l9-7zM16 5h3v14h-3z",
  back: "M19 5v14l-9-7zM5 5h3v14H5z",
  reset: "M12 5a7 7 0 1 1-6.7 5h2.1A5 5 0 1 0 12 7v3.4L6.6 6 12 1.6z",
  loop: "M7 7h9V4l5 4-5 4V9H8v4H6V8a1 1 0 0 1 1-1zM17 17H8v3l-5-4 5-4v3h8v-4h2v5a1 1 0 0 1-1 1z",
  pull: "M8 21c-2-2-4-5.5-5-8 1.5-1 2.6 0 4 2V6a1.2 1.2 0 0 1 2.4 0v5h.9V4a1.2 1.2 0 0 1 2.4 0v7h.9V5a1.2 1.2 0 0 1 2.4 0v6.5h.9V7.5a1.2 1.2 0 0 1 2.4 0V15c0 3-1.5 4.5-2.3 6z",
  orbit:
    "M12 4a8 8 0 0 1 8 8h3l-4 5-4-5h3a6 6 0 0 0-10.4-4.1L6.2 6.5A8 8 0 0 1 12 4zM12 20a8 8 0 0 1-8-8H1l4-5 4 5H6a6 6 0 0 0 10.4 4.1l1.4 1.4A8 8 0 0 1 12 20z",
  cut: "M6 3a3.5 3.5 0 0 1 3.2 5L12 10.6 20 3l1.5 1.6L9.2 16a3.5 3.5 0 1 1-1.6-1.5L10.4 12 7.6 9.5A3.5 3.5 0 1 1 6 3zm0 2a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zm0 11a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zm8.4-2.6L16 12l5.5 5.4L20 19z",
  measure:
    "M15.5 2 22 8.5 8.5 22 2 15.5zm0 2.8L4.8 15.5l3.7 3.7L19.2 8.5zM13 7.3l2 2-1.1 1.1-2-2zm-2.6 2.6 1.3 1.3-1.1 1.1-1.3-1.3zm-2.7 2.7 2 2-1.1 1.1-2-2z",
  hold: "M12 2a3 3 0 0 1 3 3v6l4 3v3h-6v5l-1 2-1-2v-5H5v-3l4-3V5a3 3 0 0 1 3-3z",
  node: "M12 3a3 3 0 1 1-2.2 5L7.9 11.300A3 3 0 0 1 8 14l5.500 2.800A3 3 0 1 1 12.600 18.600L7 15.700A3 3 0 1 1 6.100 10.200L8.100 6.900A3 3 0 0 1 12 3z",
  picture:
    "M8.5 4h7l1.5 2.5h3A2 2 0 0 1 22 8.5v9a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2h3zM12 8.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zm0 2a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z",
  video: "M4 6h10a2 2 0 0 1 2 2v2.5l5-3v9l-5-3V16a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2z",
  theme: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 2v14a7 7 0 0 1 0-14z",
  help: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm-1 14h2v2h-2zm1-10a4 4 0 0 1 2 7.4c-.7.5-1 .9-1 1.6h-2c0-1.6.8-2.4 1.7-3A2 2 0 1 0 10 10H8a4 4 0 0 1 4-4z",
  gallery: "M3 4h8v7H3zM13 4h8v7h-8zM3 13h8v7H3zM13 13h8v7h-8z",
  home: "M4 4h6v2H6v4H4zM14 4h6v6h-2V6h-4zM4 14h2v4h4v2H4zM18 14h2v6h-6v-2h4z",
};

export function icon(name: string): SVGSVGElement {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", kIcons[name]);
  path.setAttribute("fill-rule", "evenodd");
  svg.append(path);
  return svg;
}

export function icon_button(
  name: string,
  label: string,
  action: () => void,
  shortcut = "",
): HTMLButtonElement {
  const title = shortcut ? `${label} (${shortcut})` : label;
  return h("button", { class: "icon", "aria-label": label, title, click: action }, icon(name));
}

export function set_icon(button: HTMLButtonElement, name: string, label: string, shortcut: string) {
  if (button.dataset.icon === name) return;
  button.dataset.icon = name;
  button.replaceChildren(icon(name));
  button.setAttribute("aria-label", label);
  button.title = `${label} (${shortcut})`;
}
