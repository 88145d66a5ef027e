// Everything around the picture: tools, buttons, panels, keys; and a window for tests to look in.

import type { App } from "./app";
import { kModes } from "./coloring";
import { by_id, h, icon, icon_button } from "./dom";
import type { Live } from "./live";
import { Panels } from "./panels";
import type { Session } from "./session";
import { fill_help, listen, release_focus, type Shortcut } from "./shortcuts";
import { ThemeSwitch } from "./theme";
import { Tools, type Tool } from "./tools";
import { Transport } from "./transport";
import { open_window } from "./window";

const kTools: readonly [Tool, string, string][] = [
  ["pull", "Pull the body", "V"],
  ["orbit", "Turn the camera only", "O"],
  ["cut", "Draw a cut", "X"],
];

export function build_page(app: App, session: Session, live: Live | null): void {
  const tools = new Tools(
    app.stage,
    () => app.sides.map((side) => side.view),
    document.querySelector<SVGPolylineElement>("#stroke")!,
    {
      can_pull: () => live !== null && app.sides[0].scene?.can?.grab !== false,
      grab: (side, node, target) => live?.live.send(live.live.write.grab(side, node, target)),
      drag: (side, target) => live?.live.send(live.live.write.drag(side, target)),
      let_go: (side) => live?.let_go(side),
      cut: (side, stroke, direction) => {
        live?.live.send(live.live.write.cut(side, stroke, direction));
        choose("pull");
      },
    },
  );
  app.fast.push(() => tools.flush());

  const buttons = new Map<Tool, HTMLButtonElement>();
  const choose = (tool: Tool) => {
    if (!live || buttons.get(tool)?.disabled) return;
    tools.tool = tool;
    document.body.dataset.tool = tool;
    for (const [name, button] of buttons) {
      button.setAttribute("aria-checked", String(name === tool));
    }
  };
  if (live) {
    for (const [tool, label, key] of kTools) {
      const button = h(
        "button",
        {
          class: "icon",
          role: "radio",
          id: `tool-${tool}`,
          "aria-label": label,
          title: `${label} (${key})`,
          click: () => choose(tool),
        },
        icon(tool),
      );
      buttons.set(tool, button);
      by_id("tools").append(button);
    }
    choose("pull");
    app.slow.push(() => {
      const can = app.sides[0].scene?.can;
      buttons.get("cut")!.disabled = can?.cut === false;
      buttons.get("pull")!.disabled = can?.grab === false;
    });
  }

  const theme = new ThemeSwitch((name) => {
    app.stage.set_theme(name === "dark");
    if (app.sides[0].frame) {
      app.charts.rebuild(app.sides[app.chart_side].history.representatives);
      app.redraw_charts();
    }
  });
  const panels = new Panels(app, live);
  const transport = new Transport(by_id("transport"), session);
  app.fast.push(() => transport.show(app.sides[0].frame?.time ?? 0));
  const help = by_id<HTMLDialogElement>("help");
  by_id("top-buttons").append(
    icon_button("home", "Whole body in view", () => app.stage.go_home(), "H"),
    icon_button("theme", "Light or dark", () => theme.toggle(), "T"),
    icon_button("help", "Keys and gestures", () => help.showModal(), "?"),
  );

  const shortcuts = shortcut_table({ app, session, live, panels, transport, theme, help, choose });
  listen(shortcuts);
  release_focus();
  fill_help(by_id("help-body"), shortcuts);
  by_id("help-body").append(gestures(live !== null));
  window.addEventListener("keydown", (event) => {
    if (event.key === "Escape") tools.cancel();
  });
  open_window(app, session);
}

interface Parts {
  app: App;
  session: Session;
  live: Live | null;
  panels: Panels;
  transport: Transport;
  theme: ThemeSwitch;
  help: HTMLDialogElement;
  choose: (tool: Tool) => void;
}

function shortcut_table(parts: Parts): Shortcut[] {
  const { app, session, live, panels, transport, theme, help, choose } = parts;
  const table: Shortcut[] = [];
  const add = (group: string, keys: string, shown: string, text: string, run: Shortcut["run"]) =>
    table.push({
      group,
      keys: keys.split(" ").map((k) => (k === "Space" ? " " : k)),
      shown,
      text,
      run,
    });
  add("Time", "Space", "Space", "play or pause", () => session.toggle());
  if (live) {
    add("Time", ". ArrowRight", ". →", "one step", () => session.step(1));
    add("Time", "r", "R", "start anew", () => session.restart());
  } else {
    const step = (event: KeyboardEvent) => (event.shiftKey ? 10 : 1);
    add("Time", ". ArrowRight", ". →", "a frame on (Shift: ten)", (e) => session.step(step(e)));
    add("Time", ", ArrowLeft", ", ←", "a frame back (Shift: ten)", (e) => session.step(-step(e)));
    add("Time", "r Home", "R", "to the beginning", () => session.restart());
    add("Time", "l", "L", "loop on or off", () => session.toggle_loop());
  }
  add("Time", "[", "[", "slower", () => transport.change_speed(-1));
  add("Time", "]", "]", "faster", () => transport.change_speed(1));
  if (live) {
    add("Tools", "v", "V", "pull the body", () => choose("pull"));
    add("Tools", "o", "O", "turn the camera only", () => choose("orbit"));
    add("Tools", "x", "X", "draw a cut", () => choose("cut"));
    add("Tools", "m", "M", "ConJac or Vanilla", () => live.toggle_method());
    add("Tools", "a", "A", "adaptive on or off", () => live.toggle_adaptive());
  }
  kModes.forEach(({ mode, name }, i) =>
    add("Colour", String(i + 1), String(i + 1), name.toLowerCase(), () => panels.view.choose(mode)),
  );
  const show = (key: string, text: string, part: Parameters<typeof panels.view.toggle>[0]) =>
    add("View", key.toLowerCase(), key, text, () => panels.view.toggle(part));
  show("S", "surface", "surface");
  show("E", "edges", "edges");
  show("N", "nodes", "dots");
  show("F", "fibres", "fibres");
  show("B", "obstacles and bones", "solids");
  show("K", "contact forces", "contacts");
  show("G", "floor and shadow", "floor");
  add("View", "c", "C", "look inside (clipping plane)", () => panels.view.toggle_clip());
  add("View", "h", "H", "whole body in view", () => app.stage.go_home());
  add("View", "p", "P", "plots on or off", () => document.body.classList.toggle("no-plots"));
  add("View", "t", "T", "light or dark", () => theme.toggle());
  add("View", "?", "?", "this list", () => (help.open ? help.close() : help.showModal()));
  return table;
}

function gestures(live: boolean): HTMLElement {
  const rows: [string, string][] = [
    ["drag beside the body", "turn the camera"],
    ["wheel, pinch", "nearer, farther"],
    ["right button, two fingers", "move the camera"],
  ];
  if (live) {
    rows.unshift(["drag the body", "pull it; let go to release"]);
    rows.push(["with the cut tool, draw across the body", "cut it along the line of sight"]);
  } else rows.push(["click in a plot", "go to that time"]);
  const list = h("dl");
  for (const [what, text] of rows) list.append(h("div", {}, h("dt", {}, what), h("dd", {}, text)));
  return h("section", { class: "gestures" }, h("h3", {}, "Mouse and touch"), list);
}
