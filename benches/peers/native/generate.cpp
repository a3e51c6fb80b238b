// Writes C code of Pinocchio's algorithms: with `-DBY_CASADI` from a graph of CasADi's symbols, in which common subexpressions
// are eliminated, otherwise from the tape of CppADCodeGen.
//
// usage: generate ROBOT FUNCTION FILE.c        ROBOT: as for `pinocchio.cpp`
// The written function is `void FUNCTION(const double *in, double *out)`. Of a symmetric matrix it computes the upper triangle, by
// rows.
#ifdef BY_CASADI
  #include "pinocchio/autodiff/casadi.hpp"
typedef casadi::SX Number;
#else
  #include "pinocchio/codegen/cppadcg.hpp"
typedef CppAD::cg::CG<double> Traced;
typedef CppAD::AD<Traced> Number;
#endif
#include "pinocchio/serialization.hpp"
#include "pinocchio/algorithm/aba.hpp"
#include "pinocchio/algorithm/aba-derivatives.hpp"
#include "pinocchio/algorithm/crba.hpp"
#include "pinocchio/algorithm/joint-configuration.hpp"
#include "pinocchio/algorithm/kinematics.hpp"
#include "pinocchio/algorithm/rnea.hpp"
#include "pinocchio/algorithm/rnea-derivatives.hpp"

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace pin = pinocchio;
typedef Eigen::Matrix<Number, Eigen::Dynamic, 1> Vector;
typedef pin::ModelTpl<Number> Model;
typedef pin::DataTpl<Number> Data;

static pin::Model read(const char * path)
{
  std::ifstream file(path);
  for (std::string line; std::getline(file, line) && !line.empty();) {}
  std::stringstream rest;
  rest << file.rdbuf();
  std::istringstream archive(rest.str());
  pin::Model model;
  model.loadFromStringStream(archive);
  return model;
}

template<class Matrix> static Vector upper(const Matrix & matrix)
{
  const Eigen::Index n = matrix.rows();
  Vector out(n * (n + 1) / 2);
  for (Eigen::Index row = 0, at = 0; row < n; ++row)
    for (Eigen::Index column = row; column < n; ++column) out[at++] = matrix(row, column);
  return out;
}

template<class Matrix> static Vector whole(const Matrix & matrix)
{
  const Eigen::Index n = matrix.rows();
  Vector out(n * n);
  for (Eigen::Index k = 0; k < n * n; ++k) out[k] = matrix(k / n, k % n);
  return out;
}

static Vector joined(const std::vector<Vector> & parts)
{
  Eigen::Index size = 0;
  for (const Vector & part : parts) size += part.size();
  Vector out(size);
  size = 0;
  for (const Vector & part : parts)
    for (Eigen::Index k = 0; k < part.size(); ++k) out[size++] = part[k];
  return out;
}

static Vector poses(const Model & model, const Data & data)
{
  Vector out(12 * (model.njoints - 1));
  for (int joint = 1, at = 0; joint < model.njoints; ++joint)
  {
    const auto & pose = data.oMi[size_t(joint)];
    for (int k = 0; k < 9; ++k) out[at++] = pose.rotation()(k / 3, k % 3);
    for (int k = 0; k < 3; ++k) out[at++] = pose.translation()[k];
  }
  return out;
}

static Vector value(const std::string & function, const Model & model, const Vector & x)
{
  Data data(model);
  const Vector q = x.head(model.nq), v = x.segment(model.nq, model.nv), w = x.tail(model.nv);
  if (function == "inverse_dynamics") return pin::rnea(model, data, q, v, w);
  if (function == "mass_matrix") return upper(pin::crba(model, data, q, pin::Convention::LOCAL));
  if (function == "forward_dynamics") return pin::aba(model, data, q, v, w, pin::Convention::LOCAL);
  if (function == "mass_matrix_inverse") return upper(pin::computeMinverse(model, data, q));
  if (function == "inverse_dynamics_derivatives")
  {
    pin::computeRNEADerivatives(model, data, q, v, w);
    return joined({whole(data.dtau_dq), whole(data.dtau_dv), upper(data.M)});
  }
  if (function == "forward_dynamics_derivatives")
  {
    pin::computeABADerivatives(model, data, q, v, w);
    return joined({data.ddq, whole(data.ddq_dq), whole(data.ddq_dv), upper(data.Minv)});
  }
  if (function != "poses") throw std::invalid_argument(function);
  pin::forwardKinematics(model, data, q);
  return poses(model, data);
}

#ifdef BY_CASADI
static void write(const std::string & function, const Model & model, const Vector & start, const std::string & path)
{
  const casadi::SX inputs = casadi::SX::sym("x", start.size());
  Vector x(start.size());
  for (Eigen::Index k = 0; k < x.size(); ++k) x[k] = inputs(k);
  const Vector y = value(function, model, x);
  casadi::SX outputs = casadi::SX::zeros(y.size());
  for (Eigen::Index k = 0; k < y.size(); ++k) outputs(k) = y[k];
  const casadi::Function graph(function + "_graph", {inputs}, {outputs}, {{"cse", true}});
  casadi::CodeGenerator code(function + ".c", casadi::Dict{{"with_export", false}});
  code.add(graph);
  std::ofstream file(path);
  file << code.dump() << "\nvoid " << function << "(const double *x, double *y) {\n"
       << "const double *in[1] = {x};\ndouble *out[1] = {y};\n"
       << function << "_graph(in, out, 0, 0, 0);\n}\n";
}
#else
static void write(const std::string & function, const Model & model, Vector x, const std::string & path)
{
  CppAD::Independent(x);
  const Vector y = value(function, model, x);
  CppAD::ADFun<Traced> tape;
  tape.Dependent(x, y);
  tape.optimize("no_compare_op");
  CppAD::cg::CodeHandler<double> handler;
  CppAD::vector<Traced> inputs(size_t(x.size()));
  handler.makeVariables(inputs);
  CppAD::vector<Traced> outputs = tape.Forward(0, inputs);
  CppAD::cg::LanguageC<double> language("double");
  CppAD::cg::LangCDefaultVariableNameGenerator<double> names;
  std::ostringstream body;
  handler.generateCode(body, language, outputs, names);
  const auto forward = handler.getExternalFuncMaxForwardOrder();
  const auto reverse = handler.getExternalFuncMaxReverseOrder();
  std::ofstream file(path);
  file << "#include <math.h>\nvoid " << function << "(const double *restrict x, double *restrict y) {\n"
       << language.generateTemporaryVariableDeclaration(false, false, forward, reverse) << body.str() << "}\n";
}
#endif

int main(int count, char ** words)
{
  if (count != 4) return 2;
  const Model model = read(words[1]).cast<Number>();
  Vector start = Vector::Zero(model.nq + 2 * model.nv);
  start.head(model.nq) = pin::neutral(model);
  write(words[2], model, start, words[3]);
}
