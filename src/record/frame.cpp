#include "record/frame.h"

#include <cmath>

#include "core/check.h"

namespace conjac::record {

namespace {

template <class T>
std::vector<T> copied(std::span<const T> from) {
  return {from.begin(), from.end()};
}

void require_finite(std::span<const double> values, const char* what, int per_item,
                    const char* item, const FrameView& frame, const std::string& where) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isfinite(values[i])) continue;
    throw Error(ErrorKind::diverged,
                where + ": the " + what + " of " + item + " " +
                    std::to_string(i / static_cast<std::size_t>(per_item)) + " at time " +
                    std::to_string(frame.time) +
                    " s is not a finite number, so the frame was not written. The simulation "
                    "diverged; try a smaller time step or more damping.");
  }
}

}  // namespace

Frame::Frame(const FrameView& v)
    : dimension(v.dimension),
      time(v.time),
      positions(copied(v.positions)),
      velocities(copied(v.velocities)),
      elements(copied(v.elements)),
      region(copied(v.region)),
      roles(copied(v.roles)),
      von_mises(copied(v.von_mises)),
      contact_force(copied(v.contact_force)),
      activation(copied(v.activation)),
      fibers(v.fibers.begin(), v.fibers.end()),
      solids(v.solids.begin(), v.solids.end()),
      owner(copied(v.owner)) {}

FrameView Frame::view() const {
  return {dimension, time,          positions,  velocities, elements, region, roles,
          von_mises, contact_force, activation, fibers,     solids,   owner};
}

void check_frame(const FrameView& frame, const std::string& where) {
  const auto fits = [&](bool condition, const std::string& what) {
    require(condition, where + ": " + what + "; the caller of the recorder passed a broken frame.");
  };
  fits(frame.dimension == 2 || frame.dimension == 3, "the dimension of a frame must be 2 or 3");
  const auto dim = static_cast<std::size_t>(frame.dimension);
  fits(!frame.elements.empty() && frame.elements.size() % (dim + 1) == 0,
       "a frame needs elements of " + std::to_string(dim + 1) + " nodes");
  const std::size_t nodes = frame.roles.size();
  const std::size_t count = frame.elements.size() / (dim + 1);
  fits(frame.positions.size() == nodes * dim, "positions and roles disagree about the nodes");
  fits(frame.velocities.size() == nodes * dim, "velocities and roles disagree about the nodes");
  fits(frame.region.size() == count, "regions and elements disagree about the elements");
  fits(frame.von_mises.size() == count, "stresses and elements disagree about the elements");
  fits(frame.activation.empty() || frame.activation.size() == count,
       "activations and elements disagree about the elements");
  fits(frame.contact_force.empty() || frame.contact_force.size() == nodes * dim,
       "contact forces and roles disagree about the nodes");
  fits(frame.owner.empty() || frame.owner.size() == count,
       "owners and elements disagree about the elements");
  for (const int node : frame.elements)
    fits(node >= 0 && static_cast<std::size_t>(node) < nodes, "an element names an absent node");
  require(std::isfinite(frame.time), where + ": the time is not a finite number.",
          ErrorKind::diverged);
  require_finite(frame.positions, "position", frame.dimension, "node", frame, where);
  require_finite(frame.velocities, "velocity", frame.dimension, "node", frame, where);
  require_finite(frame.contact_force, "contact force", frame.dimension, "node", frame, where);
  require_finite(frame.von_mises, "stress", 1, "element", frame, where);
}

}  // namespace conjac::record
