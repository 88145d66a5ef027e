#pragma once

#include <span>
#include <string>
#include <string_view>

namespace conjac::fuzz {

/// What is fed to the program from outside, each behind one function that takes any bytes. Errors of
/// kind bad_input and io are answers; any other exception, a crash, a sanitizer's report and a broken
/// promise (`broken`) are findings.
struct Target {
  const char* name;  // its corpus is tests/fuzz/corpus/<name>
  void (*feed)(std::string_view bytes);
};
std::span<const Target> targets();

/// A promise was broken: says which and aborts.
[[noreturn]] void broken(const char* promise);

/// Calls the action; false when it threw an Error that bad input may throw.
template <class Action>
bool accepted(const Action& action);

/// Bytes as a file with this extension, for readers that want one. Its path is the same every time.
std::string as_file(std::string_view bytes, const char* extension);

// One file each; an expression parser gets its own beside them.
void scene(std::string_view bytes);
void set_path(std::string_view bytes);
void option(std::string_view bytes);
void cut(std::string_view bytes);
void mesh_medit(std::string_view bytes);
void mesh_gmsh(std::string_view bytes);
void mesh_tetgen(std::string_view bytes);
void mesh_vtk(std::string_view bytes);
void mesh_vtu(std::string_view bytes);
void mesh_abaqus(std::string_view bytes);
void mesh_veg(std::string_view bytes);
void surface_obj(std::string_view bytes);
void surface_ply(std::string_view bytes);
void surface_stl(std::string_view bytes);
void recording(std::string_view bytes);
void history(std::string_view bytes);
void frame(std::string_view bytes);
void checkpoint(std::string_view bytes);
void archive(std::string_view bytes);
void message(std::string_view bytes);
void request(std::string_view bytes);

}  // namespace conjac::fuzz

#include "conjac/error.h"

template <class Action>
bool conjac::fuzz::accepted(const Action& action) {
  try {
    action();
    return true;
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::bad_input && error.kind() != ErrorKind::io)
      broken("bad input is an error of kind bad_input or io");
    if (std::string_view(error.what()).empty()) broken("an error says what is wrong");
    return false;
  }
}
