// How the body is lit, on top of the lamps.

import type { MeshStandardMaterial } from "three";

// Light as in a studio: hollows lie in shade (attribute `open`, how much sky a vertex sees), small dents
// are dark and ridges bright (how the normal spreads along the picture, over the distance it does so),
// and the rim turns away into shade. Returns how dark hollows are, to be set from 0 to 1.
export function shade_softly(material: MeshStandardMaterial): { value: number } {
  const hollows = { value: 1 };
  material.onBeforeCompile = (shader) => {
    shader.uniforms.hollows = hollows;
    shader.vertexShader = `attribute float open;\nvarying float sky;\n${shader.vertexShader.replace(
      "#include <begin_vertex>",
      "#include <begin_vertex>\n  sky = open;",
    )}`;
    shader.fragmentShader =
      `uniform float hollows;\nvarying float sky;\n` +
      shader.fragmentShader.replace(
        "#include <opaque_fragment>",
        `{
  vec3 facing = normalize(vViewPosition);
  vec3 run_x = dFdx(vViewPosition), run_y = dFdy(vViewPosition);
  float span = max(length(run_x) + length(run_y), 1e-9);
  float spread = -(dot(dFdx(normal), run_x) + dot(dFdy(normal), run_y)) / span;
  float turned = 1.0 - clamp(dot(normal, facing), 0.0, 1.0);
  outgoingLight *= clamp(1.0 + 3.0 * spread, 0.72, 1.18) * (1.0 - 0.22 * turned * turned);
  // Light that has bounced in a hollow took on its colour: the shade is a little more saturated.
  float shade = hollows * (1.0 - clamp(sky, 0.0, 1.0));
  outgoingLight *= mix(vec3(1.0), 0.3 + 0.45 * diffuseColor.rgb, shade);
}
#include <opaque_fragment>`,
      );
  };
  return hollows;
}
