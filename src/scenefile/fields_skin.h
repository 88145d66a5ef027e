#pragma once

#include "scenefile/fields_solid.h"

/// The part of the table of scene keys (fields.h) that speaks of skins.
namespace conjac {

template <class V>
void describe(V& v, SkinSpec& s) {
  v("file", FileName{s.file}, anything().filled().needed(),
    "Surface of triangles (.obj, .ply, .stl), in the coordinates of the body's mesh file: it is "
    "scaled, turned and shifted with it.");
  v("texture", FileName{s.texture}, anything(),
    "Image (.png, .jpg) that the texture coordinates of `file` are places of; it goes into "
    "exports.");
  v("body", s.body, anything(), "Which body carries it; needed where there are several.");
}

}  // namespace conjac
