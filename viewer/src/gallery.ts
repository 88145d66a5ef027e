// Scenes to choose from, results to open, files to drop: the server puts them on, the page loads anew.

import { by_id, h } from "./dom";

interface SceneRow {
  name: string;
  title: string;
  step: number;
  picture: string; // a data: address, or nothing
}

interface Listing {
  scenes: SceneRow[];
  results: string[];
  results_folder: string;
  largest_file: number; // bytes
}

const kTypes = [".json", ".mesh", ".msh", ".vtk", ".vtu", ".inp", ".veg"];

export class Gallery {
  private readonly dialog = by_id<HTMLDialogElement>("gallery");
  private readonly body = by_id("gallery-body");
  private readonly status = h("p", { id: "gallery-status", role: "status" });
  private readonly method = h(
    "select",
    { id: "gallery-method" },
    h("option", { value: "" }, "as the scene says"),
    h("option", { value: "conjac" }, "ConJac"),
    h("option", { value: "vanilla" }, "Vanilla (full FE)"),
    h("option", { value: "beside" }, "both beside each other"),
  );
  private readonly step = h("input", {
    type: "number",
    id: "gallery-step",
    min: 0,
    step: "any",
    placeholder: "as is",
  });
  private readonly keys = h("textarea", {
    id: "gallery-keys",
    rows: 2,
    placeholder: "gravity=[0, -3, 0]\nmethod.beta=1",
    spellcheck: "false",
  });
  private listing: Listing | null = null;
  private busy = false;

  // `alone`: there is nothing else on the page, and nothing to go back to.
  constructor(private readonly alone: boolean) {
    window.addEventListener("dragover", (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      document.body.classList.add("dropping");
    });
    window.addEventListener("dragleave", (event) => {
      if (!event.relatedTarget) document.body.classList.remove("dropping");
    });
    window.addEventListener("drop", (event) => {
      document.body.classList.remove("dropping");
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      void this.open().then(() => this.send_file(file));
    });
  }

  async open(): Promise<void> {
    if (!this.dialog.open) {
      if (this.alone) this.dialog.show();
      else this.dialog.showModal();
    }
    if (this.listing) return;
    this.say("Looking for scenes…");
    try {
      const answer = await fetch(`gallery${location.search}`, { cache: "no-store" });
      if (!answer.ok) throw new Error(await answer.text());
      this.listing = (await answer.json()) as Listing;
      this.say("");
      this.fill(this.listing);
    } catch (error) {
      this.say(`There is no list of scenes: ${words(error)}`, true);
    }
    this.dialog.append(this.status);
  }

  toggle(): void {
    if (this.dialog.open && !this.alone) this.dialog.close();
    else void this.open();
  }

  private fill(listing: Listing): void {
    const cards = listing.scenes.map((scene) => this.card(scene));
    const search = h("input", {
      type: "text",
      id: "gallery-search",
      placeholder: "Search",
      "aria-label": "Search scenes",
      input: () => {
        const wanted = search.value.trim().toLowerCase();
        cards.forEach((card) => (card.hidden = !card.textContent?.toLowerCase().includes(wanted)));
      },
    });
    this.body.replaceChildren(
      h("div", { class: "gallery-tools" }, search, this.file_button(listing.largest_file)),
      this.changes(),
      h("div", { class: "cards" }, ...cards),
      this.results(listing),
      this.status,
    );
    if (this.alone) search.focus();
  }

  private card({ name, title, picture }: SceneRow): HTMLButtonElement {
    const image = picture
      ? h("img", { src: picture, alt: "", width: 240, height: 160, loading: "lazy" })
      : h("span", { class: "no-picture" });
    return h(
      "button",
      { class: "card", "data-scene": name, click: () => this.start({ scene: name }) },
      image,
      h("strong", {}, name),
      h("span", {}, title),
    );
  }

  // What scenes begin with instead of what their files say.
  private changes(): HTMLElement {
    const field = (id: string, name: string, control: HTMLElement) =>
      h("div", { class: "field" }, h("label", { class: "label", for: id }, name), control);
    return h(
      "details",
      { id: "gallery-changes" },
      h("summary", {}, "Start with changed options"),
      field("gallery-method", "Method", this.method),
      field(
        "gallery-step",
        "Step size",
        h("span", { class: "value" }, this.step, h("span", { class: "unit" }, "s")),
      ),
      field("gallery-keys", "Keys of the scene, one a line", this.keys),
    );
  }

  private results({ results, results_folder }: Listing): HTMLElement {
    const list = h("div", { class: "results" });
    for (const name of results) {
      list.append(
        h("button", { "data-results": name, click: () => this.start({ results: name }) }, name),
      );
    }
    const where = results_folder ? `Results below ${results_folder}` : "Results";
    const none = "None yet: conjac run SCENE makes some.";
    return h(
      "section",
      {},
      h("h3", {}, where),
      results.length > 0 ? list : h("p", { class: "empty" }, none),
    );
  }

  private file_button(largest: number): HTMLElement {
    const input = h("input", {
      type: "file",
      id: "gallery-file",
      accept: kTypes.join(","),
      change: () => {
        const file = input.files?.[0];
        if (file) void this.send_file(file);
        input.value = "";
      },
    });
    const title = `A scene or a mesh (${kTypes.join(" ")}), at most ${largest >> 20} MB; or drop it onto the page`;
    return h("label", { class: "file", title }, "Open a file…", input);
  }

  private start(what: { scene: string } | { results: string }): void {
    const wish: Record<string, unknown> = { ...what };
    if ("scene" in what) {
      const set: string[] = [];
      const method = this.method.value;
      if (method === "beside") wish.beside = true;
      else if (method) set.push(`method.name="${method}"`);
      if (this.step.valueAsNumber > 0) set.push(`time.step=${this.step.valueAsNumber}`);
      set.push(...this.keys.value.split("\n").filter((line) => line.trim()));
      wish.set = set.map((line) => line.trim());
    }
    const name = Object.values(what)[0] as string;
    void this.send("start", name, JSON.stringify(wish));
  }

  private async send_file(file: File): Promise<void> {
    const largest = this.listing?.largest_file ?? Infinity;
    const end = file.name.slice(file.name.lastIndexOf(".")).toLowerCase();
    if (!kTypes.includes(end)) return this.say(`${file.name}: not a scene or a mesh.`, true);
    if (file.size > largest) {
      return this.say(`${file.name} is larger than ${largest >> 20} MB.`, true);
    }
    await this.send("drop", file.name, file);
  }

  private async send(path: "start" | "drop", name: string, body: string | File): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.say(`Preparing ${name}…`);
    try {
      const headers: Record<string, string> = { "Content-Type": "application/octet-stream" };
      if (path === "drop") headers["X-Conjac-File"] = name.replace(/[^\w.-]/g, "_").slice(-80);
      const answer = await fetch(path + location.search, { method: "POST", headers, body });
      if (!answer.ok) throw new Error((await answer.text()).trim());
      location.reload();
    } catch (error) {
      this.say(`${name} cannot be shown: ${words(error)}`, true);
      this.busy = false;
    }
  }

  private say(text: string, bad = false): void {
    this.status.textContent = text;
    this.status.classList.toggle("bad", bad);
    this.status.scrollIntoView({ block: "nearest" });
  }
}

function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
