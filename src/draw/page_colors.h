#pragma once

#include <string>
#include <vector>

#include "draw/image.h"

namespace conjac::draw {

/// The colours of the viewer's page (viewer/src/colors.ts), so that a rendered picture and the page
/// show the same run alike.

/// 256 colours at equal distances in OKLab along the page's map for a quantity: warm for stress and
/// activation, cool for all others.
std::vector<Color> page_map(const std::string& quantity);

/// Of the index-th of things that have names and no values; -1: of none.
Color page_category(int index);
Color page_region(int representative);
Color page_material(int body_and_material);  // body * 65536 + material

}  // namespace conjac::draw
