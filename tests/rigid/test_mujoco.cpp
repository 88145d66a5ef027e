#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "random_tree.h"

#ifdef CONJAC_WITH_MUJOCO
#include <mujoco/mujoco.h>

#include <functional>
#include <memory>
#include <sstream>

#include "support/temp_dir.h"

namespace conjac {
namespace {

std::string text(const Point& p) {
  std::ostringstream out;
  out.precision(17);
  out << p.x() << ' ' << p.y() << ' ' << p.z();
  return out.str();
}

/// The tree in MuJoCo's own words. Anchors are the origins of bodies; axes at rest are the world's.
void write_body(const std::vector<Link>& links, int i, std::ostream& out) {
  const Link& link = links[i];
  const Point from = link.parent < 0 ? Point(Point::Zero()) : links[link.parent].anchor;
  // Principal axes by ourselves: MuJoCo's own search for them stops at eight digits.
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> principal(link.body.inertia);
  Eigen::Matrix3d axes = principal.eigenvectors();
  if (axes.determinant() < 0) axes.col(0) *= -1;
  const Eigen::Quaterniond turn(axes);
  out.precision(17);
  out << "<body pos='" << text(link.anchor - from) << "'><inertial pos='"
      << text(link.body.center - link.anchor) << "' mass='" << link.body.mass << "' quat='"
      << turn.w() << ' ' << text(turn.vec()) << "' diaginertia='" << text(principal.eigenvalues())
      << "'/>";
  const auto joint = [&](const char* type, const Point& axis) {
    out << "<joint type='" << type << "' axis='" << text(axis) << "' armature='0' damping='0'/>";
  };
  switch (link.joint) {
    case JointType::fixed:
      break;
    case JointType::revolute:
      joint("hinge", link.axis);
      break;
    case JointType::prismatic:
      joint("slide", link.axis);
      break;
    case JointType::cylindrical:
      joint("hinge", link.axis);
      joint("slide", link.axis);
      break;
    case JointType::universal:
      joint("hinge", link.axis);
      joint("hinge", link.second_axis);
      break;
    case JointType::ball:
      joint("ball", Point::UnitZ());
      break;
    case JointType::free:
      out << "<freejoint/>";
      break;
  }
  for (int child = i + 1; child < static_cast<int>(links.size()); ++child)
    if (links[child].parent == i) write_body(links, child, out);
  out << "</body>";
}

/// Our links in the order MuJoCo numbers them: depth first.
std::vector<Link> depth_first(const std::vector<Link>& links) {
  std::vector<Link> result;
  const std::function<void(int, int)> visit = [&](int i, int parent) {
    result.push_back(links[i]);
    result.back().parent = parent;
    const int here = static_cast<int>(result.size()) - 1;
    for (int child = i + 1; child < static_cast<int>(links.size()); ++child)
      if (links[child].parent == i) visit(child, here);
  };
  for (int i = 0; i < static_cast<int>(links.size()); ++i)
    if (links[i].parent < 0) visit(i, -1);
  return result;
}

struct Opinion {
  std::unique_ptr<mjModel, void (*)(mjModel*)> model{nullptr, mj_deleteModel};
  std::unique_ptr<mjData, void (*)(mjData*)> data{nullptr, mj_deleteData};

  explicit Opinion(const std::vector<Link>& links, double step = 0.01) {
    std::ostringstream out;
    out << "<mujoco><compiler balanceinertia='false' boundmass='0' boundinertia='0'/><option "
           "gravity='0 -9.81 0' integrator='RK4' timestep='"
        << step << "'/><worldbody>";
    for (int i = 0; i < static_cast<int>(links.size()); ++i)
      if (links[i].parent < 0) write_body(links, i, out);
    out << "</worldbody></mujoco>";
    const test::TempDir folder;
    const std::string path = folder.write("tree.xml", out.str());
    char error[1000] = "";
    model.reset(mj_loadXML(path.c_str(), nullptr, error, sizeof error));
    EXPECT_TRUE(model) << error << "\n" << out.str();
    if (model) data.reset(mj_makeData(model.get()));
  }
  void set(const Articulation& tree, const std::vector<Link>& links, const VectorXd& q,
           const VectorXd& u) {
    for (int k = 0; k < q.size(); ++k) data->qpos[k] = q[k];
    // A free body's coordinates are positions there, shifts from rest here.
    for (std::size_t i = 0; i < links.size(); ++i)
      if (links[i].joint == JointType::free)
        for (int c = 0; c < 3; ++c)
          data->qpos[tree.first_coordinate(static_cast<int>(i)) + c] += links[i].anchor[c];
    for (int k = 0; k < u.size(); ++k) data->qvel[k] = u[k];
  }
};

class MujocoTree : public ::testing::TestWithParam<unsigned> {};

TEST_P(MujocoTree, AgreesOnMassAndBias) {
  for (bool planar : {false, true}) {
    RandomTree random(GetParam());
    const std::vector<Link> links = depth_first(random.links(8, planar));
    Articulation tree(links, {0, -9.81, 0}, planar);
    const VectorXd q = random.pose(tree), u = 3 * random.vector(tree.unknowns());
    Opinion mujoco(links);
    ASSERT_TRUE(mujoco.model);
    ASSERT_EQ(mujoco.model->nv, tree.unknowns());
    ASSERT_EQ(mujoco.model->nq, tree.coordinates());
    mujoco.set(tree, links, q, u);
    mj_forward(mujoco.model.get(), mujoco.data.get());

    MatrixXd M;
    VectorXd c;
    tree.place(q);
    tree.mass_matrix(M);
    tree.bias(u, c);
    Eigen::Matrix<double, -1, -1, Eigen::RowMajor> theirs(tree.unknowns(), tree.unknowns());
    mj_fullM(mujoco.model.get(), theirs.data(), mujoco.data->qM);
    const Eigen::Map<VectorXd> bias(mujoco.data->qfrc_bias, tree.unknowns());
    EXPECT_LT((M - theirs).cwiseAbs().maxCoeff(), 1e-9 * M.cwiseAbs().maxCoeff());
    EXPECT_LT((c - bias).cwiseAbs().maxCoeff(), 1e-9 * c.cwiseAbs().maxCoeff());
    EXPECT_GT(c.cwiseAbs().maxCoeff(), 0.1);
    for (int i = 0; i < tree.links(); ++i) {
      const Eigen::Map<Point> at(mujoco.data->xipos + 3 * (i + 1));
      EXPECT_LT((tree.position(i, links[i].body.center) - at).norm(), 1e-12);
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Seeds, MujocoTree, ::testing::Range(1u, 21u));

TEST(Mujoco, AgreesOnTheMotionOfADoublePendulum) {
  std::vector<Link> links(2);
  for (int i = 0; i < 2; ++i) {
    links[i].parent = i - 1;
    links[i].anchor = Point(0.3 * i, 0, 0);
    links[i].body.mass = 1 + i;
    links[i].body.center = Point(0.3 * i + 0.15, 0, 0);
    links[i].body.inertia = 0.01 * Eigen::Matrix3d::Identity();
  }
  const double h = 1e-3;
  Articulation tree(links, {0, -9.81, 0}, true);
  Opinion mujoco(links, h);
  ASSERT_TRUE(mujoco.model);
  VectorXd q = VectorXd::Zero(2), u = VectorXd::Zero(2);
  for (int step = 0; step < 2000; ++step) {
    runge_kutta(tree, h, q, u);
    mj_step(mujoco.model.get(), mujoco.data.get());
  }
  // Both by the same fourth-order rule: they differ by round-off, which the motion amplifies.
  for (int k = 0; k < 2; ++k) {
    EXPECT_NEAR(q[k], mujoco.data->qpos[k], 1e-9);
    EXPECT_NEAR(u[k], mujoco.data->qvel[k], 1e-8);
  }
}

}  // namespace
}  // namespace conjac
#else
TEST(Mujoco, IsMissing) {
  GTEST_SKIP() << "built without MuJoCo: install the package libmujoco-dev (tools/setup.sh test)";
}
#endif
