// What is shown and how; nothing here reaches the simulation.

import type { ColorMode } from "./coloring";
import type { Visible } from "./side_view";

export interface ClipSettings {
  on: boolean;
  axis: 0 | 1 | 2;
  flip: boolean;
  position: number; // 0..1 along the body
}

export interface ViewSettings {
  mode: ColorMode;
  visible: Visible;
  floor: boolean;
  keep: boolean; // the camera keeps the body in view
  clip: ClipSettings;
}

export function default_settings(live: boolean): ViewSettings {
  return {
    mode: "speed",
    visible: {
      surface: true,
      edges: true,
      dots: true,
      fibres: true,
      solids: true,
      contacts: true,
    },
    floor: true,
    keep: live, // a recording is framed as a whole
    clip: { on: false, axis: 0, flip: false, position: 0.5 },
  };
}
