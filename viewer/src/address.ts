// The part of the address behind # keeps camera and settings: a page that is loaded again, or a link, shows
// the same. It never reaches the server.

import { Vector3 } from "three";
import type { App } from "./app";
import { kModes, type ColorMode } from "./coloring";
import type { Visible } from "./side_view";

const kDigits = 4;

export class Address {
  private readonly given = new URLSearchParams(location.hash.slice(1));
  private written = location.hash.slice(1);
  private seen = "";

  constructor(private readonly app: App) {
    this.read_settings();
    app.first.push(() => this.read_camera());
    app.slow.push(() => this.write());
  }

  private read_settings(): void {
    const { settings } = this.app;
    const mode = this.given.get("colour");
    if (kModes.some((one) => one.mode === mode)) settings.mode = mode as ColorMode;
    for (const part of this.given.get("hide")?.split(",") ?? []) {
      if (part in settings.visible) settings.visible[part as keyof Visible] = false;
    }
    const flag = (name: string) => (this.given.has(name) ? this.given.get(name) === "1" : null);
    settings.floor = flag("floor");
    settings.extremes = flag("extremes") ?? settings.extremes;
    settings.keep = flag("keep") ?? settings.keep;
    const upper = Number(this.given.get("scale"));
    if (upper > 0 && Number.isFinite(upper)) settings.scale[settings.mode] = upper;
    const clip = numbers(this.given.get("clip"), 2);
    if (clip && clip[0] >= 0 && clip[0] < 6) {
      settings.clip.on = settings.clip.chosen = true;
      settings.clip.axis = (Math.floor(clip[0]) % 3) as 0 | 1 | 2;
      settings.clip.flip = clip[0] >= 3;
      settings.clip.position = Math.min(1, Math.max(0, clip[1]));
    }
  }

  // A view belongs to its scene: another one is framed anew.
  private read_camera(): void {
    if (this.given.get("scene") !== this.app.sides[0].scene?.name) return;
    const from = numbers(this.given.get("from"), 3);
    if (!from || Math.hypot(...from) === 0) return;
    const direction = new Vector3(...from).normalize();
    const own = numbers(this.given.get("at"), 4);
    if (own && own[3] > 0) {
      const [x, y, z, distance] = own;
      this.app.stage.rig.restore(direction, new Vector3(x, y, z), distance);
    } else this.app.look_along(direction);
  }

  private text(): string {
    const { settings, sides, stage } = this.app;
    const words = new URLSearchParams();
    words.set("scene", sides[0].scene?.name ?? "");
    words.set("colour", settings.mode);
    const hidden = Object.entries(settings.visible).filter(([, on]) => !on);
    if (hidden.length > 0) words.set("hide", hidden.map(([name]) => name).join(","));
    if (settings.floor !== null) words.set("floor", settings.floor ? "1" : "0");
    if (settings.extremes) words.set("extremes", "1");
    words.set("keep", settings.keep ? "1" : "0");
    const upper = settings.scale[settings.mode];
    if (upper !== undefined) words.set("scale", String(upper));
    const { clip } = settings;
    if (clip.on) words.set("clip", `${clip.axis + (clip.flip ? 3 : 0)},${short(clip.position)}`);
    const { direction, offset, distance, ours } = stage.rig.stance();
    words.set("from", [...direction].map(short).join(","));
    // A view that the program framed is framed again; one of the person's own is kept as it is.
    if (!ours) words.set("at", [...offset, distance].map(short).join(","));
    return words.toString().replaceAll("%2C", ",");
  }

  // Once a change has come to rest.
  private write(): void {
    if (!this.app.sides[0].frame) return;
    const text = this.text();
    const calm = text === this.seen;
    this.seen = text;
    if (!calm || text === this.written) return;
    this.written = text;
    try {
      history.replaceState(null, "", `#${text}`);
    } catch {
      // A page from a file may not be allowed to; then a reload begins anew.
    }
  }
}

function short(value: number): string {
  return String(Number(value.toPrecision(kDigits)));
}

function numbers(text: string | null, count: number): number[] | null {
  const list = text?.split(",").map(Number) ?? [];
  return list.length === count && list.every(Number.isFinite) ? list : null;
}
