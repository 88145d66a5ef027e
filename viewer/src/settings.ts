// What is shown and how; nothing here reaches the simulation.

import type { ColorMode } from "./coloring";
import type { Visible } from "./side_view";

export interface ClipSettings {
  on: boolean;
  axis: 0 | 1 | 2;
  flip: boolean;
  position: number; // 0..1 along the body
  chosen: boolean; // the direction, by somebody
}

export interface ViewSettings {
  mode: ColorMode;
  visible: Visible;
  floor: boolean | null; // null: nobody has said, so where there is one
  has_floor: boolean; // the scene has a floor that holds things
  flat: boolean; // a scene in the plane
  scale: Partial<Record<ColorMode, number>>; // ends of colour scales that somebody fixed
  ghost: boolean; // the other run shines through
  both: boolean; // a hand pulls both runs at once
  extremes: boolean; // mark the smallest and the largest value
  keep: boolean; // the camera keeps the body in view
  clip: ClipSettings;
}

export function default_settings(live: boolean): ViewSettings {
  return {
    mode: "speed",
    visible: {
      surface: true,
      hollows: true,
      edges: true,
      dots: true,
      fibres: true,
      solids: true,
      contacts: true,
    },
    floor: null,
    has_floor: false,
    flat: false,
    scale: {},
    ghost: false,
    both: false,
    extremes: false,
    keep: live, // a recording is framed as a whole
    clip: { on: false, axis: 0, flip: false, position: 0.5, chosen: false },
  };
}

// A floor that is drawn where nothing is solid would be a lie; the paper behind a plane scene is none.
export function floor_shown({ floor, has_floor, flat }: ViewSettings): boolean {
  return floor ?? (has_floor || flat);
}
