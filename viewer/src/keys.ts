// What the keys do.

import type { App } from "./app";
import type { Capture } from "./capture";
import { kModes } from "./coloring";
import type { Gallery } from "./gallery";
import type { Live } from "./live";
import type { Panels } from "./panels";
import type { Session } from "./session";
import type { Shortcut } from "./shortcuts";
import type { ThemeSwitch } from "./theme";
import type { Tool } from "./tools";
import type { Transport } from "./transport";

interface Parts {
  app: App;
  session: Session;
  live: Live | null;
  panels: Panels;
  transport: Transport;
  theme: ThemeSwitch;
  help: HTMLDialogElement;
  choose: (tool: Tool) => void;
  capture: Capture;
  gallery: Gallery | null;
}

type Add = (
  group: string,
  keys: string,
  shown: string, // empty: the help has it in another row
  text: string,
  run: Shortcut["run"],
) => void;

export function shortcut_table(parts: Parts): Shortcut[] {
  const { app, session, live, panels, transport, theme, help, choose, capture, gallery } = parts;
  const table: Shortcut[] = [];
  const add: Add = (group, keys, shown, text, run) =>
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
    add("Tools", "Shift+v", "Shift V", "pull both runs at once", () => panels.view.toggle("both"));
    add("Tools", "o", "O", "turn the camera only", () => choose("orbit"));
    add("Tools", "x", "X", "draw a cut", () => choose("cut"));
    add("Tools", "Shift+b", "Shift B", "hold: paint the body (Shift: release)", () =>
      choose("hold"),
    );
    add("Tools", "Shift+n", "Shift N", "dynamic nodes: click vertices", () => choose("node"));
    add("Tools", "Ctrl+z", "Ctrl Z", "undo the last cut", () => live.undo_cut());
    add("Tools", "Ctrl+s", "Ctrl S", "save the state", () => panels.keep?.save_state());
    add("Tools", "Shift+u", "Shift U", "record the run, and end it", () =>
      panels.keep?.toggle_recording(),
    );
    add("Tools", "m", "M", "ConJac or Vanilla", () => live.toggle_method());
    add("Tools", "a", "A", "adaptive on or off", () => live.toggle_adaptive());
  }
  add("Tools", "q", "Q", "measure: click vertices", () => choose("measure"));
  if (!live) add("Tools", "o", "O", "turn the camera", () => choose("orbit"));
  kModes.forEach(({ mode, name }, i) =>
    add("Colour", String(i + 1), String(i + 1), name.toLowerCase(), () => panels.view.choose(mode)),
  );
  const show = (key: string, text: string, part: Parameters<typeof panels.view.toggle>[0]) =>
    add("View", key.toLowerCase(), key, text, () => panels.view.toggle(part));
  show("S", "surface", "surface");
  add("View", "Shift+s", "Shift S", "shade in hollows", () => panels.view.toggle("hollows"));
  show("E", "edges", "edges");
  show("N", "nodes", "dots");
  show("F", "fibres", "fibres");
  show("B", "obstacles and bones", "solids");
  show("K", "contact forces", "contacts");
  show("G", "floor and shadow", "floor");
  show("Z", "ghost of the other run", "ghost");
  show("I", "smallest and largest value", "extremes");
  add("View", "c", "C", "look inside (clipping plane)", () => panels.view.toggle_clip());
  add("View", "p", "P", "plots on or off", () => document.body.classList.toggle("no-plots"));
  add("View", "y", "Y", "save a picture", () => capture.picture());
  add("View", "u", "U", "record a video, and save it", () => capture.toggle_video());
  if (gallery) add("View", "w", "W", "scenes and results", () => gallery.toggle());
  add("View", "t", "T", "light or dark", () => theme.toggle());
  add("View", "?", "?", "this list", () => (help.open ? help.close() : help.showModal()));
  add_camera(add, app, panels);
  return table;
}

const kTurn = Math.PI / 18; // per key press
const kShift = 0.06; // of the picture's height

function add_camera(add: Add, app: App, panels: Panels): void {
  const { rig } = app.stage;
  const arrows: [string, number, number][] = [
    ["ArrowLeft", -1, 0],
    ["ArrowRight", 1, 0],
    ["ArrowUp", 0, 1],
    ["ArrowDown", 0, -1],
  ];
  add("Camera", "h", "H", "the body as it is now", () => app.frame_present());
  add("Camera", "Shift+h", "Shift H", "everywhere it has been", () => app.frame_all());
  add("Camera", "d", "D", "next of front, side, top, isometric", () => panels.view.next_look());
  add("Camera", "j", "J", "keep the body in view, on or off", () => panels.view.toggle("keep"));
  arrows.forEach(([key, x, y], i) => {
    const turn = () => rig.turn(kTurn * x, kTurn * y);
    const shift = () => rig.shift(kShift * x, kShift * y);
    add("Camera", `Ctrl+${key}`, i ? "" : "Ctrl ← → ↑ ↓", "turn the camera", turn);
    add("Camera", `Ctrl+Shift+${key}`, i ? "" : "Ctrl Shift ← …", "move the camera", shift);
  });
  add("Camera", "+ =", "+", "nearer", () => rig.zoom(1 / 1.15));
  add("Camera", "- _", "−", "farther", () => rig.zoom(1.15));
}
