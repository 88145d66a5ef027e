#include "scene/presets.h"

#include "core/check.h"
#include "material/presets.h"

namespace conjac {

MaterialSpec with_preset(const MaterialSpec& material) {
  if (material.preset.empty()) return material;
  std::string known;
  for (const MaterialPreset& preset : kMaterialPresets) {
    known += (known.empty() ? "" : ", ") + std::string(preset.name);
    if (preset.name != material.preset) continue;
    MaterialSpec made = material;
    made.density = preset.density;
    LawSpec law;
    law.law = preset.law;
    law.young = preset.young;
    law.poisson = preset.poisson;
    if (preset.share[0] > 0) {
      law.shares.assign(preset.share.begin(), preset.share.end());
      law.exponents.assign(preset.exponent.begin(), preset.exponent.end());
    }
    made.laws = {law};
    return made;
  }
  throw Error(ErrorKind::bad_input,
              "materials: there is no preset \"" + material.preset + "\"; there are " + known);
}

}  // namespace conjac
