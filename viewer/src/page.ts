// Everything around the picture: tools, buttons, panels, keys; and a window for tests to look in.

import type { App } from "./app";
import { kBothSides } from "./commands";
import { Capture } from "./capture";
import { Exact } from "./exact";
import { Gallery } from "./gallery";
import { by_id, h, icon, icon_button, walk_by_arrows } from "./dom";
import { shortcut_table } from "./keys";
import type { Live } from "./live";
import { Measure } from "./measure";
import { Panels } from "./panels";
import type { Session } from "./session";
import { fill_help, listen, release_focus } from "./shortcuts";
import { ThemeSwitch } from "./theme";
import { Tools, type Tool } from "./tools";
import { Transport } from "./transport";
import { open_window } from "./window";

const kTools: readonly [Tool, string, string][] = [
  ["pull", "Pull the body", "V"],
  ["orbit", "Turn the camera only", "O"],
  ["cut", "Draw a cut", "X"],
  ["measure", "Measure: click on the body", "Q"],
  ["hold", "Hold: paint the body, with Shift release it", "Shift B"],
  ["node", "Dynamic nodes: click vertices", "Shift N"],
];

const kMostPainted = 60; // points of a stroke

export function build_page(app: App, session: Session, live: Live | null): void {
  let held = 0; // the side a hand pulls at, or both
  const tools = new Tools(
    app.stage,
    () => app.sides.map((side) => side.view),
    document.querySelector<SVGPolylineElement>("#stroke")!,
    {
      can_pull: () => live !== null && app.sides[0].scene?.can?.grab !== false,
      grab: (side, node, target) => {
        held = app.settings.both && app.pair ? kBothSides : side;
        live?.live.send(live.live.write.grab(held, node, target));
      },
      drag: (_, target) => live?.live.send(live.live.write.drag(held, target)),
      let_go: () => live?.let_go(held),
      cut: (side, stroke, direction) => {
        live?.live.send(live.live.write.cut(side, stroke, direction));
        choose("pull");
      },
      measure: (at) => measure.pick(at),
      hold: (side, nodes, on) => hold(side, nodes, on),
      node: ({ side, node }) => live?.live.send(live.live.write.change(side, "node", node)),
      hover: (at) => measure.point_at(at),
    },
  );
  // A stroke goes by the rest shape, thinned out to what a message holds.
  const hold = (side: number, nodes: readonly number[], on: boolean) => {
    const { current_shape } = app.sides[side === kBothSides ? 0 : side].view;
    if (!live || !current_shape || nodes.some((node) => node >= current_shape.nodes)) return;
    const every = Math.ceil(nodes.length / kMostPainted);
    const points = nodes
      .filter((_, i) => i % every === 0)
      .map((node) => [...current_shape.rest.subarray(3 * node, 3 * node + 3)])
      .map((point) => point.map((c) => Number(c.toPrecision(6))));
    const radius = (panels.world?.brush ?? 0.06) * (app.sides[0].scene?.size ?? 1);
    live.live.send(live.live.write.change(side, "hold", { on, points, radius }));
  };
  const measure = new Measure(app);
  measure.past = session.each_frame?.bind(session) ?? null;
  const exact = live && new Exact(app, live, measure);
  if (live) {
    live.on_lost = () => {
      tools.cancel();
      exact?.forget();
    };
  }
  app.fast.push(() => {
    tools.flush();
    app.holding = tools.pulling;
    measure.extremes = app.settings.extremes;
  });

  const buttons = new Map<Tool, HTMLButtonElement>();
  const choose = (tool: Tool) => {
    if (!buttons.has(tool) || buttons.get(tool)?.disabled) return;
    tools.tool = tool;
    document.body.dataset.tool = tool;
    for (const [name, button] of buttons) {
      button.setAttribute("aria-checked", String(name === tool));
      button.tabIndex = name === tool ? 0 : -1;
    }
  };
  // The past can be looked at and measured, nothing else.
  const offered = kTools.filter(([tool]) => live || tool === "orbit" || tool === "measure");
  for (const [tool, label, key] of offered) {
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
  walk_by_arrows(by_id("tools"));
  choose(live ? "pull" : "orbit");
  if (live) {
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
  const panels = new Panels(app, live, (nodes, on) => hold(live?.side ?? 0, nodes, on));
  const transport = new Transport(by_id("transport"), session);
  app.fast.push(() => transport.show(app.sides[0].frame?.time ?? 0));
  const help = by_id<HTMLDialogElement>("help");
  const capture = new Capture(app);
  // A page without a server has nobody to ask for scenes.
  const served = document.documentElement.dataset.mode !== "embedded";
  const gallery = served ? new Gallery(false) : null;
  if (gallery) {
    const button = icon_button("gallery", "Scenes and results", () => gallery.toggle(), "W");
    button.id = "open-gallery";
    by_id("top-buttons").append(button);
  }
  by_id("top-buttons").append(
    icon_button("home", "Whole body in view", () => app.frame_present(), "H"),
    capture.picture_button,
    capture.video_button,
    icon_button("theme", "Light or dark", () => theme.toggle(), "T"),
    icon_button("help", "Keys and gestures", () => help.showModal(), "?"),
  );

  const shortcuts = shortcut_table({
    app,
    session,
    live,
    panels,
    transport,
    theme,
    help,
    choose,
    capture,
    gallery,
  });
  listen(shortcuts);
  release_focus();
  fill_help(by_id("help-body"), shortcuts);
  by_id("help-body").append(gestures(live !== null));
  window.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    tools.cancel();
    measure.clear();
  });
  if (live) invite();
  open_window(app, session, measure);
}

// The first thing a page says, until somebody does something.
function invite(): void {
  const hint = h("div", { id: "hint" }, "Drag the body to pull it. Drag beside it to turn.");
  by_id("canvas").after(hint);
  const done = () => hint.remove();
  by_id("canvas").addEventListener("pointerdown", done, { once: true });
  window.addEventListener("keydown", done, { once: true });
}

function gestures(live: boolean): HTMLElement {
  const rows: [string, string][] = [
    ["drag beside the body", "turn the camera"],
    ["wheel, pinch", "nearer, farther"],
    ["right button, two fingers", "move the camera"],
    ["with the ruler, click one or two vertices", "follow values, measure the distance"],
  ];
  if (live) {
    rows.unshift(["drag the body", "pull it; let go to release"]);
    rows.push(["with the cut tool, draw across the body", "cut it along the line of sight"]);
  } else rows.push(["click in a plot", "go to that time"]);
  const list = h("dl");
  for (const [what, text] of rows) list.append(h("div", {}, h("dt", {}, what), h("dd", {}, text)));
  return h("section", { class: "gestures" }, h("h3", {}, "Mouse and touch"), list);
}
