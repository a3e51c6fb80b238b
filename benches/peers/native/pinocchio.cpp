// Pinocchio's algorithms with the signature that `host.c` times.
//
// `prepare` reads what `robots.py` writes: a line for each contact (joint, rows, placement by rows), an empty line, and
// the model as Pinocchio's text archive. It has to be an archive: a library built for every processor cannot pass a model
// in memory to one built for the host, since Eigen aligns differently.
#include "pinocchio/serialization.hpp"
#include "pinocchio/algorithm/aba.hpp"
#include "pinocchio/algorithm/aba-derivatives.hpp"
#include "pinocchio/algorithm/crba.hpp"
#include "pinocchio/algorithm/joint-configuration.hpp"
#include "pinocchio/algorithm/kinematics.hpp"
#include "pinocchio/algorithm/loop-constrained-aba.hpp"
#include "pinocchio/algorithm/proximal.hpp"
#include "pinocchio/algorithm/pv.hpp"
#include "pinocchio/algorithm/rnea.hpp"
#include "pinocchio/algorithm/rnea-derivatives.hpp"

#include <fstream>
#include <memory>
#include <sstream>
#include <string>

namespace pin = pinocchio;

namespace
{
  typedef Eigen::Map<const Eigen::VectorXd> In;
  typedef Eigen::Matrix<double, 3, 3, Eigen::RowMajor> Rows;
  typedef Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> Matrix;

  pin::Model model;
  std::unique_ptr<pin::Data> data;

  In q(const double * x) { return In(x, model.nq); }
  In v(const double * x) { return In(x + model.nq, model.nv); }
  In w(const double * x) { return In(x + model.nq + model.nv, model.nv); }

  void vector(const Eigen::VectorXd & from, double * y) { Eigen::VectorXd::Map(y, from.size()) = from; }
  void matrix(const Matrix & from, double * y) { Matrix::Map(y, from.rows(), from.cols()) = from; }
  double * next(double * y) { return y + model.nv * model.nv; }

  // All contacts of one kind. Popov and Vereshchagin's algorithm, the fastest that Pinocchio has, computes the accelerations in one
  // iteration.
  template<class Contact> struct ContactGroup
  {
    std::vector<Contact> contacts;
    std::vector<typename Contact::ConstraintData> contact_data;

    void add(pin::JointIndex joint, const pin::SE3 & place)
    {
      contacts.emplace_back(model, joint, place);
      contact_data.emplace_back(contacts.back());
    }

    void prepare()
    {
      if (!contacts.empty()) pin::initPvSolver(model, *data, contacts);
    }

    void accelerations(const double * x)
    {
      pin::ProximalSettings settings(1e-12, 1e-12, 1);
      pin::pv(model, *data, q(x), v(x), w(x), contacts, contact_data, settings);
    }
  };

  // The articulated-body algorithm for loops. Contacts are loops with the world.
  struct Loops
  {
    std::vector<pin::RigidConstraintModel> contacts;
    std::vector<pin::RigidConstraintData> contact_data;
    // It has an order of elimination of its own.
    std::unique_ptr<pin::Data> data;

    void add(pin::JointIndex joint, int rows, const pin::SE3 & place)
    {
      contacts.emplace_back(rows == 6 ? pin::CONTACT_6D : pin::CONTACT_3D, model, joint, place, pin::LOCAL);
      contact_data.emplace_back(contacts.back());
    }

    void prepare()
    {
      data.reset(new pin::Data(model));
      if (!contacts.empty()) pin::computeJointMinimalOrdering(model, *data, contacts);
    }

    void accelerations(const double * x)
    {
      // With mu 1e-12, results have two digits: its inverse weights the contacts. With 1e-6 two iterations give six digits.
      pin::ProximalSettings settings(1e-12, 1e-6, 2);
      pin::lcaba(model, *data, q(x), v(x), w(x), contacts, contact_data, settings);
    }
  };

  Loops loops;
  ContactGroup<pin::PointAnchorConstraintModel> points;
  ContactGroup<pin::FrameAnchorConstraintModel> frames;

  void add_contact(const std::string & line)
  {
    std::istringstream words(line);
    pin::JointIndex joint;
    int rows;
    Rows rotation;
    Eigen::Vector3d place;
    words >> joint >> rows;
    for (int k = 0; k < 9; ++k) words >> rotation(k / 3, k % 3);
    for (int k = 0; k < 3; ++k) words >> place[k];
    rows == 6 ? frames.add(joint, pin::SE3(rotation, place)) : points.add(joint, pin::SE3(rotation, place));
    loops.add(joint, rows, pin::SE3(rotation, place));
  }
}

// All other symbols are hidden: two copies of Pinocchio in one process must not call one another's functions.
#pragma GCC visibility push(default)
extern "C" {
int prepare(const char * path)
{
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line) && !line.empty();) lines.push_back(line);
  std::stringstream rest;
  rest << file.rdbuf();
  std::istringstream archive(rest.str());
  model.loadFromStringStream(archive);
  data.reset(new pin::Data(model));
  for (const auto & line : lines) add_contact(line);
  points.prepare();
  frames.prepare();
  loops.prepare();
  return !file;
}

void inverse_dynamics(const double * x, double *) { pin::rnea(model, *data, q(x), v(x), w(x)); }
void inverse_dynamics_results(double * y) { vector(data->tau, y); }

void mass_matrix(const double * x, double *) { pin::crba(model, *data, q(x), pin::Convention::LOCAL); }
void mass_matrix_results(double * y) { matrix(data->M, y); }
void mass_matrix_world(const double * x, double *) { pin::crba(model, *data, q(x), pin::Convention::WORLD); }
void mass_matrix_world_results(double * y) { matrix(data->M, y); }

void forward_dynamics(const double * x, double *) { pin::aba(model, *data, q(x), v(x), w(x), pin::Convention::LOCAL); }
void forward_dynamics_results(double * y) { vector(data->ddq, y); }
void forward_dynamics_world(const double * x, double *)
{
  pin::aba(model, *data, q(x), v(x), w(x), pin::Convention::WORLD);
}
void forward_dynamics_world_results(double * y) { vector(data->ddq, y); }

void mass_matrix_inverse(const double * x, double *) { pin::computeMinverse(model, *data, q(x)); }
void mass_matrix_inverse_results(double * y) { matrix(data->Minv, y); }

void inverse_dynamics_derivatives(const double * x, double *)
{
  pin::computeRNEADerivatives(model, *data, q(x), v(x), w(x));
}
void inverse_dynamics_derivatives_results(double * y)
{
  matrix(data->dtau_dq, y);
  matrix(data->dtau_dv, y = next(y));
  matrix(data->M, next(y));
}

void forward_dynamics_derivatives(const double * x, double *)
{
  pin::computeABADerivatives(model, *data, q(x), v(x), w(x));
}
void forward_dynamics_derivatives_results(double * y)
{
  vector(data->ddq, y);
  matrix(data->ddq_dq, y += model.nv);
  matrix(data->ddq_dv, y = next(y));
  matrix(data->Minv, next(y));
}
// Reuses intermediate results of forward dynamics, which is also timed.
void forward_dynamics_derivatives_after_aba(const double * x, double *)
{
  pin::aba(model, *data, q(x), v(x), w(x), pin::Convention::WORLD);
  pin::computeABADerivatives(model, *data);
}
void forward_dynamics_derivatives_after_aba_results(double * y) { forward_dynamics_derivatives_results(y); }

void poses(const double * x, double *) { pin::forwardKinematics(model, *data, q(x)); }
void poses_results(double * y)
{
  for (pin::JointIndex joint = 1; joint < pin::JointIndex(model.njoints); ++joint, y += 12)
  {
    Rows::Map(y) = data->oMi[joint].rotation();
    Eigen::Vector3d::Map(y + 9) = data->oMi[joint].translation();
  }
}

void constrained(const double * x, double *)
{
  points.contacts.empty() ? frames.accelerations(x) : points.accelerations(x);
}
void constrained_results(double * y) { vector(data->ddq, y); }
void constrained_by_loops(const double * x, double *) { loops.accelerations(x); }
void constrained_by_loops_results(double * y) { vector(loops.data->ddq, y); }
}
#pragma GCC visibility pop
