// Every option of the method that can be changed while it runs: its number in the protocol, its name in
// scene files, and how a person sets it.

import { OptionId } from "./commands";
import type { Options, StateText } from "./format";

interface Common {
  id: OptionId;
  name: string;
  key?: string; // in scene files, where that is not the name
  label: string;
  hint: string;
}
export interface Choice extends Common {
  kind: "choice";
  values: readonly { name: string; label: string }[];
}
export interface Switch extends Common {
  kind: "switch";
}
export interface Quantity extends Common {
  kind: "number";
  min: number;
  max: number;
  fine: number; // smallest change of the number field
  unit: string;
  scale: number; // shown value = scale * value
  log: boolean; // the slider goes by factors; its lowest position is `min`
  whole?: boolean;
  confirm?: string; // said beside the control, because the change does more than one expects
}
export type OptionControl = Choice | Switch | Quantity;

export const kOptions: readonly OptionControl[] = [
  {
    kind: "choice",
    id: OptionId.method,
    name: "method",
    key: "name", // "method": {"name": ...}
    label: "Method",
    values: [
      { name: "conjac", label: "ConJac" },
      { name: "vanilla", label: "Vanilla" },
    ],
    hint: "ConJac simulates the dynamic nodes and lets the others follow; Vanilla is full FE",
  },
  {
    kind: "choice",
    id: OptionId.integrator,
    name: "integrator",
    label: "Integrator",
    values: [
      { name: "linear-implicit", label: "Linear-implicit" },
      { name: "trapezoidal", label: "Trapezoidal" },
      { name: "symplectic", label: "Symplectic" },
    ],
    hint: "Linear-implicit damps (the paper's); trapezoidal hardly does; symplectic is for one or two dynamic nodes",
  },
  {
    kind: "number",
    id: OptionId.step,
    name: "step",
    label: "Step size h",
    min: 0.0005,
    max: 0.05,
    fine: 0.1,
    unit: "ms",
    scale: 1000,
    log: true,
    hint: "Simulated time per step. Larger is faster and damps more",
  },
  {
    kind: "switch",
    id: OptionId.adaptive,
    name: "adaptive",
    label: "Adaptive",
    hint: "Let representative nodes fall asleep and wake by their liveliness",
  },
  {
    kind: "number",
    id: OptionId.threshold,
    name: "threshold",
    label: "Threshold",
    min: 0.0001,
    max: 100,
    fine: 0.001,
    unit: "1/s",
    scale: 1,
    log: true,
    hint: "Liveliness below which a representative node sleeps (0.02 and 0.1 in the paper)",
  },
  {
    kind: "number",
    id: OptionId.dynamic,
    name: "dynamic",
    label: "Dynamic nodes",
    min: 0,
    max: 64,
    fine: 1,
    unit: "",
    scale: 1,
    log: false,
    whole: true,
    confirm: "Places them anew and starts from the beginning",
    hint: "How many representative nodes there are",
  },
  {
    kind: "number",
    id: OptionId.beta,
    name: "beta",
    label: "β (beta)",
    min: 0.05,
    max: 2,
    fine: 0.01,
    unit: "",
    scale: 1,
    log: false,
    hint: "Weight of the implicit stiffness in linear-implicit steps. Larger is more stable and more damped",
  },
  {
    kind: "choice",
    id: OptionId.stabilisation,
    name: "stabilisation",
    label: "Stabilisation",
    values: [
      { name: "none", label: "None" },
      { name: "pre", label: "Pre" },
      { name: "post", label: "Post" },
    ],
    hint: "Post corrects the quasistatic nodes after the move, pre is the paper's scaled Newton step, none lets them drift",
  },
  {
    kind: "number",
    id: OptionId.gamma,
    name: "gamma",
    label: "γ (gamma)",
    min: 0,
    max: 1,
    fine: 0.01,
    unit: "",
    scale: 1,
    log: false,
    hint: "Scale of the pre correction. Larger follows faster, and may overshoot",
  },
  {
    kind: "number",
    id: OptionId.newton_steps,
    name: "newton_steps",
    label: "Newton steps",
    min: 1,
    max: 20,
    fine: 1,
    unit: "",
    scale: 1,
    log: false,
    whole: true,
    hint: "Corrections per step of post. More comes nearer to zero net force, and damps more",
  },
  {
    kind: "number",
    id: OptionId.damping,
    name: "damping",
    label: "Damping",
    min: 0,
    max: 20,
    fine: 0.1,
    unit: "1/s",
    scale: 1,
    log: false,
    hint: "Mass-proportional damping",
  },
  {
    kind: "number",
    id: OptionId.reuse_tolerance,
    name: "reuse_tolerance",
    label: "Factor reuse",
    min: 0,
    max: 0.5,
    fine: 0.01,
    unit: "",
    scale: 1,
    log: false,
    hint: "Keep the factorization until some element's F has moved this far. 0 factors at every step",
  },
];

// The value the server says, as the number the protocol uses; null when it does not say.
export function current_value(control: OptionControl, state: StateText): number | null {
  const options: Options = state.options ?? {};
  if (control.id === OptionId.dynamic) return state.dynamic ?? null;
  const value =
    control.id === OptionId.step
      ? (state.step ?? options.step)
      : options[control.key ?? control.name];
  if (control.kind === "choice") {
    const index = control.values.findIndex((choice) => choice.name === value);
    return index < 0 ? null : index;
  }
  if (control.kind === "switch") return value === undefined ? null : value ? 1 : 0;
  if (typeof value === "number") return value;
  // beta unset means the method's default.
  if (control.id === OptionId.beta) return options.name === "vanilla" ? 1 : 0.5;
  return null;
}

// Slider positions 0..1000 and back.
export function to_position(control: Quantity, value: number): number {
  const { min, max } = control;
  const clamped = Math.min(max, Math.max(min, value));
  const unit = control.log
    ? Math.log(clamped / min) / Math.log(max / min)
    : (clamped - min) / (max - min);
  return Math.round(1000 * unit);
}

export function from_position(control: Quantity, position: number): number {
  const { min, max } = control;
  const unit = position / 1000;
  const value = control.log ? min * (max / min) ** unit : min + unit * (max - min);
  return control.whole ? Math.round(value) : Number(value.toPrecision(3));
}
