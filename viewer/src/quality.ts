// A graphics card that cannot follow (or none at all, as in a virtual machine) gets fewer pixels while
// things move; the picture is drawn in full as soon as it stands still. Motion that stutters is worse
// than motion that is a little soft.

export interface QualityLevel {
  pixels: number; // of the screen's own, along one side
  shadow_every: number; // frames per update of the shadow
}

export const kLevels: readonly QualityLevel[] = [
  { pixels: 1, shadow_every: 1 },
  { pixels: 0.75, shadow_every: 2 },
  { pixels: 0.5, shadow_every: 3 },
];
const kTooSlow = 24; // ms between frames
const kPatience = 500; // ms of frames that come too late
const kStill = 350; // ms without motion

export class Quality {
  private level = 0;
  private slow = 0;
  private last_motion = 0;

  // A frame is about to be drawn because something moved.
  moving(now: number, interval: number): QualityLevel {
    const flowing = now - this.last_motion < 2 * interval + 50;
    this.last_motion = now;
    // Only frames in a flow count: the first one after a rest says nothing about speed.
    if (flowing) {
      const late = interval > kTooSlow;
      this.slow = late ? this.slow + interval : Math.max(0, this.slow - 2 * interval);
    }
    if (this.slow > kPatience && this.level < kLevels.length - 1) {
      ++this.level;
      this.slow = 0;
    }
    return kLevels[this.level];
  }

  // Nothing has moved for a while.
  still(now: number): boolean {
    return now - this.last_motion > kStill;
  }

  forget(): void {
    this.level = 0;
    this.slow = 0;
  }
}
