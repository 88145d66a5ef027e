// Colour maps made in OKLab, where equal distances look equally different: along each map lightness
// only grows, and the samples stand at equal distances. Values are linear sRGB, as the renderer
// wants them; `css` gives the same colour for legends.

export type Rgb = readonly [number, number, number];
type Lch = readonly [lightness: number, chroma: number, hue_degrees: number];

export const kSamples = 256;

export function oklch(lightness: number, chroma: number, hue: number): Rgb {
  const angle = (hue * Math.PI) / 180;
  return oklab(lightness, chroma * Math.cos(angle), chroma * Math.sin(angle));
}

function oklab(lightness: number, a: number, b: number): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

export function to_oklab([r, g, b]: Rgb): Rgb {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

// The nearest colour a screen can show: less chroma, the same lightness and hue.
export function in_gamut(lightness: number, chroma: number, hue: number): Rgb {
  const fits = (c: number) =>
    oklch(lightness, c, hue).every((value) => value >= -1e-6 && value <= 1 + 1e-6);
  let low = 0;
  let high = chroma;
  if (fits(high)) return oklch(lightness, high, hue);
  for (let i = 0; i < 24; ++i) {
    const middle = (low + high) / 2;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return oklch(lightness, low, hue);
}

function distance(a: Rgb, b: Rgb): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

// kSamples colours at equal distances along the way through the stops.
function make_map(stops: readonly Lch[]): Float32Array {
  const fine = 4096;
  const colors: Rgb[] = [];
  const lengths = [0];
  for (let i = 0; i <= fine; ++i) {
    const at = (i / fine) * (stops.length - 1);
    const k = Math.min(Math.floor(at), stops.length - 2);
    const mix = (j: 0 | 1 | 2) => stops[k][j] + (at - k) * (stops[k + 1][j] - stops[k][j]);
    colors.push(in_gamut(mix(0), mix(1), mix(2)));
    if (i > 0) {
      lengths.push(lengths[i - 1] + distance(to_oklab(colors[i]), to_oklab(colors[i - 1])));
    }
  }
  const map = new Float32Array(3 * kSamples);
  let i = 0;
  for (let sample = 0; sample < kSamples; ++sample) {
    const wanted = (lengths[fine] * sample) / (kSamples - 1);
    while (i < fine && lengths[i] < wanted) ++i;
    map.set(colors[i], 3 * sample);
  }
  return map;
}

// From deep blue over green to light yellow; and from plum over red to cream.
export const kMapCool = make_map([
  [0.5, 0.14, 272],
  [0.6, 0.13, 240],
  [0.71, 0.12, 195],
  [0.82, 0.17, 145],
  [0.94, 0.17, 106],
]);
export const kMapWarm = make_map([
  [0.48, 0.12, 300],
  [0.57, 0.18, 345],
  [0.67, 0.2, 388],
  [0.78, 0.16, 422],
  [0.94, 0.12, 460],
]);

// Colours of things that have names, not values: equal lightness, hues far from each other.
export function category(index: number): Rgb {
  if (index < 0) return in_gamut(0.72, 0.01, 250);
  return in_gamut([0.66, 0.8, 0.55][index % 3], 0.14, (250 + index * 137.508) % 360);
}

// Roles of nodes: a hue each, told apart by shape as well (node_dots.ts).
export const kRoleColors: readonly Rgb[] = [
  in_gamut(0.74, 0.02, 250), // quasistatic
  in_gamut(0.76, 0.17, 60), // dynamic
  in_gamut(0.62, 0.13, 265), // sleeping
  in_gamut(0.45, 0.02, 250), // fixed
  in_gamut(0.62, 0.21, 350), // scripted
  in_gamut(0.66, 0.12, 185), // attached
];
export const kRoleNames = ["quasistatic", "dynamic", "sleeping", "fixed", "scripted", "attached"];

export function css([r, g, b]: Rgb): string {
  const byte = (value: number) => {
    const v = Math.min(1, Math.max(0, value));
    const gamma = v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055;
    return Math.round(255 * gamma);
  };
  return `rgb(${byte(r)} ${byte(g)} ${byte(b)})`;
}

export function css_gradient(map: Float32Array): string {
  const stops: string[] = [];
  for (let i = 0; i < kSamples; i += 15) {
    stops.push(css([map[3 * i], map[3 * i + 1], map[3 * i + 2]]));
  }
  return `linear-gradient(to right, ${stops.join(", ")})`;
}

// 1, 2 or 5 times a power of ten, not below the value: a legend that holds still.
export function nice_above(value: number): number {
  if (!(value > 0) || !Number.isFinite(value)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  for (const factor of [1, 2, 5, 10]) {
    if (factor * power >= value * (1 - 1e-9)) return factor * power;
  }
  return 10 * power;
}
