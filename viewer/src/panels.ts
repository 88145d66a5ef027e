// The panel beside the picture, in tabs. On a phone the plots are a tab as well.

import type { App } from "./app";
import { kAllFibres } from "./commands";
import { by_id, h } from "./dom";
import { KeepPanel } from "./keep_panel";
import type { Live } from "./live";
import { NodePanel } from "./node_panel";
import { OptionPanel } from "./option_panel";
import { name_sides } from "./side";
import { ViewPanel } from "./view_panel";
import { WorldPanel } from "./world_panel";

const kNarrow = "(max-width: 820px)"; // as in style.css

export class Panels {
  readonly view: ViewPanel;
  private readonly nodes: NodePanel;
  readonly keep: KeepPanel | null = null;
  readonly world: WorldPanel | null = null;
  private readonly options: OptionPanel | null = null;
  private readonly muscles = h("fieldset", { hidden: true }, h("legend", {}, "Activation"));
  private readonly tabs = new Map<string, HTMLButtonElement>();
  private readonly pages = new Map<string, HTMLElement>();
  private muscles_for = "";

  constructor(
    private readonly app: App,
    private readonly live: Live | null,
    hold: (nodes: readonly number[], on: boolean) => void,
  ) {
    const view = this.page("view", "View");
    this.view = new ViewPanel(
      view,
      app.settings,
      (what) => {
        if (what === "mode") {
          app.range.reset();
          app.refresh();
        } else if (what === "visible") app.apply_visible();
        else app.apply_clip();
        if (what !== "clip") live?.send_fields();
      },
      (from) => app.look_from(from),
      () => app.stage.rig.stance().direction.toArray(),
    );
    view.append(this.chart_choice());
    if (live) {
      const method = this.page("method", "Method");
      method.append(this.side_choice(live));
      this.options = new OptionPanel(method, (name, value) => live.send_option(name, value));
      method.append(this.muscles);
      this.world = new WorldPanel(this.page("world", "World"), live, (node, on) =>
        hold([node], on),
      );
      live.on_refused = () => this.world?.put_back();
      live.on_frequencies = (full, modal) => this.world?.show_frequencies(full, modal);
      this.keep = new KeepPanel(method, live, () => app.sides[0].scene?.name ?? "");
    }
    const list = h("div", { class: "nodes", role: "list" });
    this.page("nodes", "Nodes").append(list);
    this.nodes = new NodePanel(
      list,
      live ? (r, state) => live.live.send(live.live.write.wake(app.chart_side, r, state)) : null,
    );
    this.page("plots", "Plots");
    this.choose("view");
    // On a wide screen plots have no tab: whoever turns a phone with them open gets another one.
    const narrow = window.matchMedia(kNarrow);
    narrow.addEventListener("change", () => {
      if (!narrow.matches && document.body.dataset.tab === "plots") this.choose("view");
    });
    app.slow.push(() => this.show());
  }

  private page(id: string, title: string): HTMLElement {
    const tab = h(
      "button",
      {
        role: "tab",
        id: `tab-${id}`,
        "aria-controls": id === "plots" ? "plots" : `page-${id}`,
        click: () => this.choose(id),
        keydown: (event) => this.walk(event as KeyboardEvent, id),
      },
      title,
    );
    this.tabs.set(id, tab);
    by_id("tabs").append(tab);
    const page = h("div", { role: "tabpanel", id: `page-${id}`, "aria-labelledby": `tab-${id}` });
    if (id !== "plots") by_id("panel-body").append(page);
    this.pages.set(id, page);
    return page;
  }

  private walk(event: KeyboardEvent, id: string): void {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (by === 0) return;
    const ids = [...this.tabs.keys()].filter((one) => this.tabs.get(one)!.offsetParent !== null);
    const next = ids[(ids.indexOf(id) + by + ids.length) % ids.length];
    this.choose(next);
    this.tabs.get(next)?.focus();
  }

  choose(id: string): void {
    document.body.dataset.tab = id;
    for (const [name, tab] of this.tabs) {
      tab.setAttribute("aria-selected", String(name === id));
      tab.tabIndex = name === id ? 0 : -1;
    }
    for (const [name, page] of this.pages) page.hidden = name !== id;
  }

  private chart_choice(): HTMLElement {
    const select = h("select", {
      id: "chart-side",
      change: () => {
        this.app.chart_side = Number(select.value);
        this.app.redraw_charts();
      },
    });
    select.append(h("option", { value: 0 }, "run 1"), h("option", { value: 1 }, "run 2"));
    return h(
      "div",
      { class: "field two-runs", hidden: true },
      h("label", { class: "label", for: "chart-side" }, "Plots and nodes of"),
      select,
    );
  }

  private side_choice(live: Live): HTMLElement {
    const select = h("select", {
      id: "option-side",
      change: () => (live.side = Number(select.value)),
    });
    select.append(
      h("option", { value: 0 }, "run 1"),
      h("option", { value: 1 }, "run 2"),
      h("option", { value: 255 }, "both runs"),
    );
    return h(
      "div",
      { class: "field two-runs", hidden: true },
      h("label", { class: "label", for: "option-side" }, "Changes go to"),
      select,
    );
  }

  private show(): void {
    const side = this.app.sides[this.app.chart_side] ?? this.app.sides[0];
    const shape = side.view.current_shape;
    if (side.frame && shape) this.nodes.show(side.frame, shape, side.threshold);
    this.view.show_possible({
      flat: shape?.corners === 3,
      fibres: (shape?.fibre_elements.length ?? 0) > 0,
      solids: (side.scene?.solids?.length ?? 0) > 0,
      contacts: side.can_touch,
      pair: this.app.pair,
      live: this.live !== null,
    });
    this.view.allow((mode) => this.app.possible(mode));
    if (this.app.sides.length > 1) this.show_names();
    if (!this.live) return;
    const chosen = this.live.side === 255 ? 0 : this.live.side;
    const state = this.live.state_of(chosen);
    this.options?.offer(this.app.sides[0].scene?.option_table ?? []);
    if (state) this.options?.show(state);
    if (state?.world) this.world?.show(state.world);
    const nodes = this.live.state_of(this.app.chart_side);
    this.keep?.show();
    if (nodes?.wake) this.nodes.show_forced(nodes.wake);
    this.show_muscles();
  }

  // Two runs may come to have one name: their places tell them apart.
  private show_names(): void {
    const names = name_sides(this.app.sides);
    const same = names[0] === names[1];
    for (const field of document.querySelectorAll<HTMLElement>(".two-runs")) {
      field.hidden = false;
      for (const option of field.querySelector("select")?.options ?? []) {
        const side = Number(option.value);
        if (side >= names.length) continue;
        const text = same ? `${names[side]} (run ${side + 1})` : names[side];
        if (option.textContent !== text) option.textContent = text;
      }
    }
  }

  // A slider for all fibres, and one per body where there are several.
  private show_muscles(): void {
    const scene = this.app.sides[0].scene;
    const bodies = scene?.can?.activate ? (scene.bodies ?? []) : null;
    const key = JSON.stringify(bodies);
    if (key === this.muscles_for) return;
    this.muscles_for = key;
    this.muscles.hidden = bodies === null;
    this.muscles.replaceChildren(h("legend", {}, "Activation"));
    if (!bodies || !this.live) return;
    const live = this.live;
    const row = (name: string, region: number) => {
      const output = h("output", { class: "value" }, "–");
      const slider = h("input", {
        type: "range",
        min: 0,
        max: 1,
        step: 0.01,
        value: 0,
        "aria-label": `Activation of ${name}`,
        input: () => {
          output.textContent = slider.value;
          live.live.send(live.live.write.activation(live.side, region, slider.valueAsNumber));
        },
      });
      return h("label", { class: "field" }, h("span", { class: "label" }, name), output, slider);
    };
    this.muscles.append(row("all fibres", kAllFibres));
    if (bodies.length > 1) {
      bodies.forEach((name, i) => this.muscles.append(row(name || `body ${i + 1}`, i)));
    }
  }
}
