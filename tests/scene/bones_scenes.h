#pragma once

#include "support/small_scenes.h"

namespace conjac::test {

/// A bar of mass m and length l, hinged at one end, that hangs in the direction `angle` (radians
/// from straight down) at rest.
inline BoneSpec pendulum_bone(double angle, double length = 0.2, double mass = 0.5) {
  BoneSpec bone;
  bone.name = "arm";
  const Triple end{length * std::sin(angle), -length * std::cos(angle), 0};
  bone.shapes = {SolidCapsule{{0, 0, 0}, end, 0.005}};
  bone.mass = mass;
  return bone;
}

/// A muscle in the plane between the world and a hinged bone: it is held at one end and rides on
/// the bone at the other.
inline SceneSpec flexed_bone(double activation) {
  SceneSpec scene;
  scene.name = "flexed bone";
  scene.mesh.source = SpindleMesh{{12, 2}, {0.02, 0.1, 0}, {0.05, 0.0, 0}, 0.012, 0.005, true};
  BoneSpec bone;
  bone.name = "forearm";
  bone.shapes = {SolidCapsule{{0, 0, 0}, {0.12, 0, 0}, 0.004}};
  bone.joint.lower = -80;
  bone.joint.upper = 80;
  scene.bones = {bone};
  const Selection low{{SelectBox{{0, -0.01, -1}, {0.1, 0.0021, 1}}}, "low"};
  const Selection high{{SelectBox{{0, 0.0979, -1}, {0.1, 0.2, 1}}}, "high"};
  scene.attach = {{"forearm", low}};
  scene.roles.push_back({NodeRole::fixed, high});
  scene.roles.push_back({NodeRole::dynamic, nearest(0.035, 0.05)});
  MaterialSpec flesh = soft(3e4, 0.45);
  LawSpec fibre;
  fibre.law = "aFUNG";
  fibre.stiffness = 2e3;
  fibre.fibers = HarmonicFibers{high, low};
  fibre.activation = activation;
  flesh.laws.push_back(fibre);
  scene.materials = {flesh};
  return scene;
}

}  // namespace conjac::test
