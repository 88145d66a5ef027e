#pragma once

#include <string>

namespace conjac {

/// A fine surface that a body carries along, to be looked at and exported (docs/skin.md).
struct SkinSpec {
  std::string file;     // .obj, .ply or .stl; absolute once read
  std::string texture;  // .png or .jpg, an image for its texture coordinates; empty: none
  std::string body;     // name of the body that carries it; empty where there is one
};

}  // namespace conjac
