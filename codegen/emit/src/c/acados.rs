//! The model of a robot as acados calls it. A function that needs derivatives computes all of them by one call.

use super::matrices::Matrix;
use super::solvers::{SolverFunction, Solvers};
use super::state::StateSpace;

/// Adds the functions of the explicit model, and those of a step of the semi-implicit Euler method, whose `p` is the time step.
pub fn add(space: &StateSpace, [a, b]: &[Matrix; 2], solvers: &mut Solvers<'_>) {
    let [n, controls] = b.sizes;
    let patterns = [a, b].map(|matrix| solvers.tables.pattern(matrix.pattern()));
    let counts = [a, b].map(|matrix| matrix.places().len().max(1));
    let [x, u] = space.inputs();
    let no_parameter = Matrix::dense("p", [0, 1]);
    let function =
        |name: &str, seeds: &[Matrix], p: &Matrix, outputs: Vec<Matrix>, lines: String| {
            let inputs = [&[x.clone()][..], seeds, &[u.clone(), p.clone()]].concat();
            SolverFunction {
                name: solvers.name(name),
                inputs,
                outputs,
                lines,
            }
        };
    let dense = Matrix::dense;
    let linearize = solvers.name("linearize");
    let definitions = format!("  casadi_real a[{}], b[{}];\n", counts[0], counts[1]);
    let [a_pattern, b_pattern] = &patterns;
    let forward = format!(
        "{definitions}  {linearize}(arg[0], arg[3], res[0], a, b);\n  if (res[1]) {{\n    \
         memset(res[1], 0, sizeof(casadi_real) * {});\n    if (arg[1]) multibody_add_product({a_pattern}, a, {n}, arg[1], res[1]);\n  }}\n  \
         if (res[2]) {{\n    memset(res[2], 0, sizeof(casadi_real) * {});\n    multibody_add_product({b_pattern}, b, {controls}, 0, res[2]);\n    \
         if (arg[2]) multibody_add_product({a_pattern}, a, {controls}, arg[2], res[2]);\n  }}\n",
        n * n,
        n * controls
    );
    let adjoint = format!(
        "{definitions}  {linearize}(arg[0], arg[2], 0, a, b);\n  multibody_transposed_product({a_pattern}, a, arg[1], res[0]);\n  \
         multibody_transposed_product({b_pattern}, b, arg[1], res[0] ? res[0] + {n} : 0);\n"
    );
    let functions = [
        function(
            "expl_ode_fun",
            &[],
            &no_parameter,
            vec![dense("f", [n, 1])],
            space.body_of_derivative(solvers),
        ),
        function(
            "expl_vde_forw",
            &[dense("Sx", [n, n]), dense("Su", [n, controls])],
            &no_parameter,
            vec![
                dense("f", [n, 1]),
                dense("vde_x", [n, n]),
                dense("vde_u", [n, controls]),
            ],
            forward,
        ),
        function(
            "expl_vde_adj",
            &[dense("lambda", [n, 1])],
            &no_parameter,
            vec![dense("vde_adj", [n + controls, 1])],
            adjoint,
        ),
    ];
    let step_lines = step(space, solvers);
    let phi = || dense("phi", [n, 1]);
    let p = dense("p", [1, 1]);
    let steps = [
        ("dyn_disc_phi_fun", vec![phi()], step_lines),
        (
            "dyn_disc_phi_fun_jac",
            vec![phi(), dense("jac_ux", [n + controls, n])],
            step_with_derivatives(space, solvers),
        ),
    ];
    let step_functions = steps.map(|(name, outputs, lines)| SolverFunction {
        name: solvers.name(name),
        inputs: vec![x.clone(), u.clone(), p.clone()],
        outputs,
        lines,
    });
    for function in functions.into_iter().chain(step_functions) {
        solvers.add(function);
    }
}

/// The body of a step.
fn step(space: &StateSpace, solvers: &Solvers<'_>) -> String {
    let [nq, nv] = space.sizes;
    let lines = space.read("arg[0]", "arg[1]") + &solvers.normalize(false);
    format!(
        "{lines}  real h[1], next[{}], qdd[{}];\n  int k;\n  multibody_read(1, arg[2], h);\n{}  \
         for (k = 0; k < {nv}; ++k) qd[k] += h[0] * qdd[k];\n  {}(q, qd, h[0], next);\n  \
         multibody_write({nq}, next, 0, res[0]);\n  multibody_write({nv}, qd, 0, res[0] ? res[0] + {nq} : 0);\n",
        nq.max(1),
        nv.max(1),
        space.accelerations,
        solvers.step("integrate")
    )
}

/// The body of a step with its derivatives. In the emitted lines, `raw` is q before it is normalized: the derivatives include the
/// normalization.
fn step_with_derivatives(space: &StateSpace, solvers: &mut Solvers<'_>) -> String {
    let [nq, nv] = space.sizes;
    let matrix = solvers.add_map_of_joints("step", &|chart, [q, qd], h| {
        let step: Vec<_> = qd.iter().map(|&rate| h * rate).collect();
        chart.integrate(&chart.normalize(q), &step)
    });
    let pattern = solvers.tables.pattern(matrix.pattern());
    let [by_q, by_qd, by_tau] = &space.matrices;
    let [along_rates, by_qd, by_tau] =
        [by_q, by_qd, by_tau].map(|matrix| format!("(const real *)&d + {}", matrix.first));
    format!(
        "{}  real raw[{}], next[{}], by_q[{}], h[1];\n  int k;\n  multibody_read(1, arg[2], h);\n  memcpy(raw, q, sizeof raw);\n\
         {}{}  {}  for (k = 0; k < {nv}; ++k) qd[k] += h[0] * d.qdd[k];\n  {}(raw, qd, h[0], next);\n  \
         multibody_write({nq}, next, 0, res[0]);\n  multibody_write({nv}, qd, 0, res[0] ? res[0] + {nq} : 0);\n  \
         multibody_step_derivatives({nq}, {nv}, h[0], by_q, {by_qd}, {by_tau}, {pattern}, next + {nq}, res[1]);\n",
        space.read("arg[0]", "arg[1]"),
        nq.max(1),
        nq + matrix.places().len().max(1),
        (nv * nq).max(1),
        solvers.normalize(true),
        space.derivatives,
        solvers.chain(nv, &along_rates, "by_q"),
        solvers.name("step"),
    )
}
