#pragma once

#include <array>
#include <cmath>
#include <vector>

#include "record/frame.h"

namespace conjac::testing {

/// A made-up motion for tests of what is written and drawn: a bar (3D, six tetrahedra per cell) or
/// a strip (2D, two triangles per cell) of two regions, held at the left, bent and in 3D twisted by
/// an amount that grows with time, with a stress that grows with the distance from the axis.
inline record::Frame moving_bar(int dimension, double time, std::array<int, 3> cells = {16, 4, 4}) {
  record::Frame frame;
  frame.dimension = dimension;
  frame.time = time;
  const double h = 0.1 / cells[0];
  const int nx = cells[0] + 1, ny = cells[1] + 1, nz = dimension == 3 ? cells[2] + 1 : 1;
  const auto node = [&](int i, int j, int k) { return i + nx * (j + ny * k); };
  for (int k = 0; k < nz; ++k) {
    for (int j = 0; j < ny; ++j) {
      for (int i = 0; i < nx; ++i) {
        const double x = i * h, y = (j - cells[1] / 2.0) * h;
        const double z = dimension == 3 ? (k - cells[2] / 2.0) * h : 0;
        const double s = x / 0.1, turn = dimension == 3 ? 2.4 * time * s : 0;
        const double bend = 0.02 * std::sin(3 * time) * s * s;
        const double c = std::cos(turn), w = std::sin(turn);
        const std::array<double, 3> at = {x, c * y - w * z + bend, w * y + c * z};
        frame.positions.insert(frame.positions.end(), at.begin(), at.begin() + dimension);
        const std::array<double, 3> rate = {0.1 * s, bend, -w};
        frame.velocities.insert(frame.velocities.end(), rate.begin(), rate.begin() + dimension);
        int role = 0;
        if (i == 0) role = static_cast<int>(record::FrameRole::fixed);
        if (i == nx - 1) role = static_cast<int>(record::FrameRole::scripted);
        const bool axis = j == ny / 2 && k == nz / 2;
        if (axis && i == cells[0] / 4) role = static_cast<int>(record::FrameRole::dynamic);
        if (axis && i == 3 * cells[0] / 4) role = static_cast<int>(record::FrameRole::sleeping);
        frame.roles.push_back(role);
      }
    }
  }
  const auto add = [&](std::vector<int> corners, int i, int j, int k) {
    frame.elements.insert(frame.elements.end(), corners.begin(), corners.end());
    frame.region.push_back(j < cells[1] / 2 ? 1 : 7);
    const double y = j + 0.5 - cells[1] / 2.0, z = dimension == 3 ? k + 0.5 - cells[2] / 2.0 : 0;
    frame.von_mises.push_back(4e3 * time * std::hypot(y, z) * (1.2 - double(i) / cells[0]));
  };
  for (int k = 0; k < (dimension == 3 ? cells[2] : 1); ++k) {
    for (int j = 0; j < cells[1]; ++j) {
      for (int i = 0; i < cells[0]; ++i) {
        if (dimension == 2) {
          add({node(i, j, 0), node(i + 1, j, 0), node(i + 1, j + 1, 0)}, i, j, k);
          add({node(i, j, 0), node(i + 1, j + 1, 0), node(i, j + 1, 0)}, i, j, k);
          continue;
        }
        // One tetrahedron for each order in which the three axes are walked.
        constexpr int kOrders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                       {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
        for (const auto& order : kOrders) {
          std::array<int, 3> at = {i, j, k};
          std::vector<int> corners = {node(at[0], at[1], at[2])};
          for (const int axis : order) {
            ++at[static_cast<std::size_t>(axis)];
            corners.push_back(node(at[0], at[1], at[2]));
          }
          add(corners, i, j, k);
        }
      }
    }
  }
  return frame;
}

}  // namespace conjac::testing
