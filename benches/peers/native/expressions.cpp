// Saves functions of a robot as expressions of CasADi: Pinocchio's algorithms, evaluated with CasADi's symbols as numbers.
//
// usage: expressions MODEL.txt PREFIX [FRAME ..]        MODEL.txt: by `saveToText` of Pinocchio's Python
// PREFIX_forward_dynamics.casadi is qdd(q, qd, tau), PREFIX_forward_dynamics_with_wrenches.casadi takes a force and a moment in world
// axes at each frame too, and PREFIX_position.casadi gives the positions of the frames, each in a column.
#include "pinocchio/autodiff/casadi.hpp"
#include "pinocchio/serialization.hpp"
#include "pinocchio/algorithm/aba.hpp"
#include "pinocchio/algorithm/frames.hpp"

typedef casadi::SX SX;
typedef pinocchio::ForceTpl<SX> Force;
typedef Eigen::Matrix<SX, Eigen::Dynamic, 1> Vector;

static Vector numbers(const SX & symbols)
{
  Vector out(symbols.numel());
  for (Eigen::Index k = 0; k < out.size(); ++k) out[k] = symbols(k);
  return out;
}

template<class Numbers> static SX symbols(const Numbers & numbers)
{
  SX out = SX::zeros(numbers.size());
  for (Eigen::Index k = 0; k < numbers.size(); ++k) out(k) = numbers[k];
  return out;
}

int main(int count, char ** words)
{
  if (count < 3) return 2;
  pinocchio::Model read;
  read.loadFromText(words[1]);
  const auto model = read.cast<SX>();
  pinocchio::DataTpl<SX> data(model);
  const int frames = count - 3;
  const SX q = SX::sym("q", model.nq), qd = SX::sym("qd", model.nv), tau = SX::sym("tau", model.nv);
  const SX wrenches = SX::sym("wrenches", 6, frames);
  const Vector of_q = numbers(q), of_qd = numbers(qd), of_tau = numbers(tau), of_wrenches = numbers(wrenches);
  const auto save = [&](const std::string & name, const std::vector<SX> & in, const SX & out) {
    casadi::Function(name, in, {out}, {{"cse", true}}).save(words[2] + ("_" + name) + ".casadi");
  };
  save("forward_dynamics", {q, qd, tau},
       symbols(pinocchio::aba(model, data, of_q, of_qd, of_tau, pinocchio::Convention::LOCAL)));
  if (frames == 0) return 0;

  pinocchio::framesForwardKinematics(model, data, of_q);
  PINOCCHIO_ALIGNED_STD_VECTOR(Force) forces(size_t(model.njoints), Force::Zero());
  std::vector<SX> positions;
  for (int k = 0; k < frames; ++k)
  {
    const auto & frame = model.frames[model.getFrameId(words[3 + k])];
    const auto place = data.oMf[model.getFrameId(words[3 + k])].translation();
    positions.push_back(symbols(place));
    Force force(of_wrenches.segment<3>(6 * k), of_wrenches.segment<3>(6 * k + 3));
    force.angular() += place.cross(force.linear());
    forces[frame.parentJoint] += data.oMi[frame.parentJoint].actInv(force);
  }
  save("position", {q}, SX::horzcat(positions));
  save("forward_dynamics_with_wrenches", {q, qd, tau, wrenches},
       symbols(pinocchio::aba(model, data, of_q, of_qd, of_tau, forces, pinocchio::Convention::LOCAL)));
}
