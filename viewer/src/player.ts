// The clock of a playback.

export class Player {
  time: number;
  playing = false;
  speed = 1;
  loop = true;

  constructor(
    readonly begin: number,
    readonly end: number,
  ) {
    this.time = begin;
  }

  // Moves on by `seconds` of wall clock; true when the time changed.
  advance(seconds: number): boolean {
    if (!this.playing) return false;
    const span = this.end - this.begin;
    if (span <= 0) {
      this.playing = false;
      return false;
    }
    this.time += seconds * this.speed;
    if (this.time > this.end) {
      if (this.loop) {
        this.time = this.begin + ((this.time - this.begin) % span);
      } else {
        this.time = this.end;
        this.playing = false;
      }
    }
    return true;
  }

  seek(time: number): void {
    this.time = Math.min(this.end, Math.max(this.begin, time));
  }

  toggle(): void {
    if (!this.playing && !this.loop && this.time >= this.end) this.time = this.begin;
    this.playing = !this.playing;
  }
}
