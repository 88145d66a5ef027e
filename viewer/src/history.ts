// What the plots show: one row per frame, in columns that are filled from the left and slide when they
// are full, so that a plot gets plain views of them.

import type { Frame } from "./format";

export enum Column {
  time,
  kinetic,
  elastic,
  gravity,
  contact,
  total,
  fill, // stage times are stacked: each column includes the ones before it
  factor,
  solve,
  other,
  steps_per_second,
  real_time_factor,
  arrived, // wall clock, s
  count,
}

export class History {
  rows = 0;
  representatives = 0;
  private columns: Float64Array[] = [];
  private live: Float64Array[] = []; // liveliness per representative
  private awake: Uint8Array[] = [];
  private gravity_zero = 0;

  constructor(private readonly room = 4096) {
    this.columns = Array.from({ length: Column.count }, () => new Float64Array(room));
  }

  // Nodes may be added while it runs: what was before has zeros for them.
  private have(representatives: number): void {
    while (this.live.length < representatives) {
      this.live.push(new Float64Array(this.room));
      this.awake.push(new Uint8Array(this.room));
    }
    for (let r = representatives; r < this.live.length; ++r) {
      this.live[r].fill(0);
      this.awake[r].fill(0);
    }
    this.representatives = representatives;
  }

  clear(): void {
    this.rows = 0;
  }

  add(frame: Frame): void {
    const representatives = frame.liveliness.length / 2;
    if (representatives !== this.representatives) this.have(representatives);
    const c = this.columns;
    if (this.rows > 0) {
      const last = c[Column.time][this.rows - 1];
      if (frame.time < last) this.rows = 0;
      else if (frame.time === last) --this.rows;
    }
    if (this.rows === this.room) this.slide();
    if (this.rows === 0) this.gravity_zero = frame.energy[2];
    const row = this.rows++;
    c[Column.time][row] = frame.time;
    const [kinetic, elastic, gravity, contact] = frame.energy;
    c[Column.kinetic][row] = kinetic;
    c[Column.elastic][row] = elastic;
    c[Column.gravity][row] = gravity - this.gravity_zero;
    c[Column.contact][row] = contact;
    c[Column.total][row] = kinetic + elastic + gravity - this.gravity_zero + contact;
    let sum = 0;
    for (let i = 0; i < 4; ++i) {
      sum += 1000 * frame.stages[i];
      c[Column.fill + i][row] = sum;
    }
    c[Column.steps_per_second][row] = frame.pace[0];
    c[Column.real_time_factor][row] = frame.pace[1];
    c[Column.arrived][row] = performance.now() / 1000;
    for (let r = 0; r < representatives; ++r) {
      this.live[r][row] = frame.liveliness[2 * r];
      this.awake[r][row] = frame.awake[2 * r + 1];
    }
  }

  private slide(): void {
    const half = this.room >> 1;
    for (const column of [...this.columns, ...this.live]) column.copyWithin(0, half);
    for (const column of this.awake) column.copyWithin(0, half);
    this.rows -= half;
  }

  get last_time(): number {
    return this.rows > 0 ? this.columns[Column.time][this.rows - 1] : NaN;
  }

  // First row within `seconds` of the last one.
  first_within(seconds: number): number {
    const time = this.columns[Column.time];
    if (this.rows === 0) return 0;
    const from = time[this.rows - 1] - seconds;
    let low = 0;
    let high = this.rows;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (time[middle] < from) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  // Mean milliseconds per step over the last second: of the wall clock while a run is live, of
  // simulated time up to `until` in a recording.
  mean_step(until: number | null = null): number {
    const clock = this.columns[until === null ? Column.arrived : Column.time];
    const end = until ?? performance.now() / 1000;
    let sum = 0;
    let count = 0;
    for (let row = this.rows - 1; row >= 0; --row) {
      if (until !== null && clock[row] > until + 1e-9) continue;
      if (count > 0 && clock[row] < end - 1) break;
      sum += this.columns[Column.other][row];
      ++count;
    }
    return count > 0 ? sum / count : 0;
  }

  view(column: Column, first = 0): Float64Array {
    return this.columns[column].subarray(first, this.rows);
  }
  liveliness(representative: number, first = 0): Float64Array {
    return this.live[representative].subarray(first, this.rows);
  }
  awake_of(representative: number, first = 0): Uint8Array {
    return this.awake[representative].subarray(first, this.rows);
  }
}
