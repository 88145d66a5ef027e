// What the server's table of options says, as a person sets it. The page knows no option by name but
// the two that have a key of their own (shortcuts.ts) and the two the state says beside the others.

import type { OptionRow, OptionValue, StateText } from "./format";

// Seconds are shown as milliseconds.
export function scale_of(row: OptionRow): number {
  return row.unit === "s" ? 1000 : 1;
}
export function unit_of(row: OptionRow): string {
  return row.unit === "s" ? "ms" : (row.unit ?? "");
}

// `so` in the table is for documents.
export function hint_of(row: OptionRow): string {
  return row.help.replaceAll("`", "").replace(/\.$/, "");
}

// The value the server says; undefined when it does not say, null when it is unset.
export function current_value(row: OptionRow, state: StateText): OptionValue | undefined {
  if (row.name === "dynamic") return state.dynamic;
  if (row.name === "step") return state.step;
  return state.options?.[row.name];
}

// Slider positions 0..1000 and back.
export function to_position(row: OptionRow, value: number): number {
  if (!row.slider) return 0;
  const { min, max, by_factors } = row.slider;
  const clamped = Math.min(max, Math.max(min, value));
  const share = by_factors
    ? Math.log(clamped / min) / Math.log(max / min)
    : (clamped - min) / (max - min);
  return Math.round(1000 * share);
}

export function from_position(row: OptionRow, position: number): number {
  if (!row.slider) return 0;
  const { min, max, by_factors } = row.slider;
  const share = position / 1000;
  const value = by_factors ? min * (max / min) ** share : min + share * (max - min);
  return row.kind === "whole" ? Math.round(value) : Number(value.toPrecision(3));
}
