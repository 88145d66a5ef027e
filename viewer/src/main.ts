// Starts the page: from a recording in the page itself, from one the server has, or live.

import "uplot/dist/uPlot.min.css";
import "./style.css";
import { Address } from "./address";
import { App } from "./app";
import { by_id } from "./dom";
import { Gallery } from "./gallery";
import { Live } from "./live";
import { Messages } from "./messages";
import { Playback } from "./playback";
import { read_recording, unpack_embedded } from "./recording";
import { build_page } from "./page";
import { ThemeSwitch } from "./theme";

async function start(): Promise<void> {
  // An exported page has its recording after this script.
  if (document.readyState === "loading") {
    await new Promise((go) => document.addEventListener("DOMContentLoaded", go, { once: true }));
  }
  const embedded = document.getElementById("recording");
  const mode = document.documentElement.dataset.mode;
  if (embedded) {
    play(await unpack_embedded(embedded.textContent ?? ""));
  } else if (mode === "recording") {
    const answer = await fetch(`recording${location.search}`, { cache: "no-store" });
    if (!answer.ok) throw new Error(`The server answered ${answer.status} to the recording.`);
    play(await answer.arrayBuffer());
  } else if (mode === "live") {
    join();
  } else if (mode === "gallery") {
    new ThemeSwitch(() => {});
    document.body.classList.add("gallery-only");
    await new Gallery(true).open();
  } else {
    throw new Error(
      "This page is shown by “conjac view”; opened by itself it has nothing to show.",
    );
  }
}

function play(buffer: ArrayBuffer): void {
  const recording = read_recording(buffer);
  const app = new App(false);
  new Address(app);
  const playback = new Playback(recording, app);
  playback.start();
  build_page(app, playback, null);
  app.start(playback);
}

function join(): void {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const app = new App(true);
  new Address(app);
  const live = new Live(app, `${scheme}://${location.host}/live${location.search}`);
  build_page(app, live, live);
  live.start();
  app.start(live);
}

start().catch((error: unknown) => {
  const messages = new Messages(by_id("banner"), by_id("notes"));
  messages.state(error instanceof Error ? error.message : String(error), "bad");
});
