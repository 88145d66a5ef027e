// The real program at the other end.

import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { kRoot } from "./page";

export const kProgram = process.env.CONJAC_PROGRAM!;

export interface Server {
  address: string; // http://127.0.0.1:PORT/?token=T
  origin: string;
  token: string;
  stop(): Promise<void>;
}

const running = new Set<ChildProcess>();

// For after(): a test that fails leaves its server behind, and node would wait for it for ever.
export function stop_all(): void {
  for (const child of running) child.kill("SIGKILL");
}

export async function serve(...args: string[]): Promise<Server> {
  const child: ChildProcess = spawn(kProgram, ["view", "--no-open", ...args], {
    cwd: join(kRoot, ".."),
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  let said = "";
  const address = await new Promise<string>((found, failed) => {
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      const match = /http:\/\/\S+/.exec(said);
      if (match) found(match[0]);
    };
    child.stdout!.on("data", listen);
    child.stderr!.on("data", listen);
    child.once("exit", (code) => failed(new Error(`conjac view ended with ${code}: ${said}`)));
  });
  const url = new URL(address);
  return {
    address,
    origin: url.origin,
    token: url.searchParams.get("token")!,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((go) => child.once("exit", go));
      child.kill("SIGINT");
      const timer = setTimeout(() => child.kill("SIGKILL"), 10_000);
      await gone;
      clearTimeout(timer);
    },
  };
}

export function run(...args: string[]): string {
  const done = spawnSync(kProgram, args, { cwd: join(kRoot, ".."), encoding: "utf8" });
  if (done.status !== 0) throw new Error(`conjac ${args.join(" ")}: ${done.stdout}${done.stderr}`);
  return done.stdout;
}

export function scratch(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "conjac-view-"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

// Opens the page the program serves. CONJAC_PAGE=dist takes it from viewer/dist instead, to try a
// change before the program is built anew.
export async function visit(page: Page, server: Server, mode = "live"): Promise<void> {
  if (process.env.CONJAC_PAGE === "dist") {
    const body = readFileSync(join(kRoot, "dist/index.html"), "utf8")
      .replaceAll("CONJAC_MODE", mode)
      .replaceAll("CONJAC_NONCE", "n0nce");
    const here = (url: URL) => url.href === server.address;
    await page.route(here, (route) => route.fulfill({ contentType: "text/html", body }));
  }
  await page.goto(server.address);
  await page.waitForFunction(() => window.conjac?.ready());
}

// A soft beam held at one end, with three nodes that may fall asleep.
export function beam_scene(folder: string): string {
  const file = join(folder, "beam.json");
  const scene = {
    name: "beam",
    description: "A soft beam held at one end.",
    mesh: { box: { cells: [10, 3, 3], size: [0.1, 0.03, 0.03] } },
    materials: [{ density: 1000, laws: [{ law: "SNH", young: 3e4, poisson: 0.4 }] }],
    roles: [
      { role: "fixed", select: { slice: { axis: "x", at: 0 } } },
      {
        role: "representative",
        select: [
          { nearest: { point: [0.04, 0.015, 0.015] } },
          { nearest: { point: [0.07, 0.015, 0.015] } },
          { nearest: { point: [0.1, 0.015, 0.015] } },
        ],
      },
    ],
    method: { integrator: "linear-implicit", adaptive: true, threshold: 0.02 },
    time: { step: 0.01, duration: 1.0 },
  };
  writeFileSync(file, JSON.stringify(scene));
  return file;
}

// A soft block that is thrown onto the floor in far too large steps: the first one is halved again and
// again and takes seconds, in tries of some tenths of a second.
export function hard_landing(folder: string): string {
  const file = join(folder, "landing.json");
  const nearest = (x: number) => ({ nearest: { point: [x, 0.015, 0.015] } });
  const scene = {
    name: "landing",
    mesh: { box: { cells: [60, 18, 18], size: [0.1, 0.03, 0.03] } },
    materials: [{ density: 1000, laws: [{ law: "SNH", young: 3e4, poisson: 0.4 }] }],
    roles: [{ role: "representative", select: [nearest(0.04), nearest(0.1)] }],
    obstacles: [{ name: "floor", half_space: { point: [0, -0.01, 0], normal: [0, 1, 0] } }],
    contact: { friction: 0.5 },
    method: { guard_levels: 10, reuse_tolerance: 0 },
    gravity: [0, -300, 0],
    time: { step: 0.5, duration: 2 },
  };
  writeFileSync(file, JSON.stringify(scene));
  return file;
}
