// How long frames take: between two of them, and in our own code.

const kKept = 240;

export interface FrameStats {
  frames: number; // since the page was opened
  drawn: number;
  interval: { median: number; p95: number }; // ms between two frames
  // ms of our own code in a drawn frame: its message, decoding, surface, colours, upload, drawing
  // calls. Panels and plots go at a pace of their own and do not count.
  script: { median: number; p95: number };
  // The same with panels and plots, which come in some of the frames: the mean of all but the longest
  // twentieth, which belong to other programs on the machine.
  whole: number;
}

export class FrameClock {
  private readonly intervals = new Float32Array(kKept);
  private readonly scripts = new Float32Array(kKept);
  private readonly wholes = new Float32Array(kKept);
  private message_ms = 0;
  private last_message_ms = 0;
  private frames = 0;
  private drawn = 0;

  frame(interval_ms: number): void {
    this.intervals[this.frames++ % kKept] = interval_ms;
  }
  // What the last message took when it came.
  message(ms: number): void {
    this.message_ms = ms;
  }
  script(ms: number): void {
    this.scripts[this.drawn++ % kKept] = ms + this.message_ms;
    this.last_message_ms = this.message_ms;
    this.message_ms = 0;
  }
  // After script(): the frame with all that came behind its picture.
  whole(ms: number): void {
    this.wholes[(this.drawn - 1) % kKept] = ms + this.last_message_ms;
  }

  stats(): FrameStats {
    return {
      frames: this.frames,
      drawn: this.drawn,
      interval: quantiles(this.intervals, this.frames),
      script: quantiles(this.scripts, this.drawn),
      whole: trimmed_mean(this.wholes, this.drawn),
    };
  }
}

function quantiles(values: Float32Array, count: number): { median: number; p95: number } {
  const sorted = values.slice(0, Math.min(count, kKept)).sort();
  const at = (part: number) => sorted[Math.floor(part * (sorted.length - 1))] ?? 0;
  return { median: at(0.5), p95: at(0.95) };
}

function trimmed_mean(values: Float32Array, count: number): number {
  const sorted = values.slice(0, Math.min(count, kKept)).sort();
  const used = sorted.subarray(0, Math.ceil(0.95 * sorted.length));
  return used.reduce((sum, value) => sum + value, 0) / Math.max(1, used.length);
}
