//! The state-space form of the equation of motion for solvers: the state is `x = (q, qd)`, the control `u = tau`.

use super::jacobians::{derivatives, matrices_of_derivatives};
use super::matrices::Matrix;
use super::solvers::Solvers;
use multibody_description::function::{Derivatives, Function, Target};
use multibody_program::ir::InputKind;

/// The parts of which functions of the state-space form are made.
pub struct StateSpace {
    /// The numbers of positions and rates.
    pub sizes: [usize; 2],
    /// The call of forward dynamics, which writes `qdd`.
    pub accelerations: String,
    /// The lines that define `d`, the accelerations and their derivatives.
    pub derivatives: String,
    /// The derivatives in `d`, by q, qd and tau.
    pub matrices: [Matrix; 3],
    /// The index of the first acceleration in `d`.
    pub first_acceleration: usize,
}

impl StateSpace {
    /// The form of a robot; `None` if forward dynamics or its derivatives are absent, or if constraints or time act on the robot. If
    /// constraints do, the header has a note.
    pub fn of(solvers: &mut Solvers<'_>) -> Option<Self> {
        const ARGUMENTS: [InputKind; 3] = [InputKind::Q, InputKind::Qd, InputKind::Tau];
        let writer = solvers.writer;
        let mut targets = writer.targets();
        let index = targets.position(|target| target.function == Function::ForwardDynamics)?;
        if writer.system.nc() > 0 {
            let text = "Left out, since constraints act on the robot";
            solvers.note(text, "state_derivative".to_owned());
            return None;
        }
        let dynamics = &solvers.functions[index];
        let derivative: Option<(usize, Target, Derivatives)> =
            derivatives(solvers, Function::ForwardDynamics, &ARGUMENTS);
        let (index, target, _) =
            derivative.filter(|_| dynamics.signature.arguments == ARGUMENTS)?;
        let function = &solvers.functions[index];
        let matrices = matrices_of_derivatives(solvers, target);
        let [value, by_q, by_qd, by_tau] = <[Matrix; 4]>::try_from(matrices).ok()?;
        let declaration = writer.declaration(&function.signature.result, "d");
        let call = solvers.call(&function.name, &function.signature, "&d");
        Some(Self {
            sizes: [writer.system.nq(), writer.system.nv()],
            accelerations: solvers.call(&dynamics.name, &dynamics.signature, "qdd"),
            derivatives: format!("  {declaration};\n{call}"),
            matrices: [by_q, by_qd, by_tau],
            first_acceleration: value.first,
        })
    }

    /// The lines that read the state from one argument and the control from another.
    pub fn read(&self, x: &str, u: &str) -> String {
        let [nq, nv] = self.sizes;
        format!(
            "  real q[{}], qd[{}], tau[{1}];\n  multibody_read({nq}, {x}, q);\n  \
             multibody_read({nv}, {x} ? {x} + {nq} : 0, qd);\n  multibody_read({nv}, {u}, tau);\n",
            nq.max(1),
            nv.max(1)
        )
    }

    /// The state and the control as arguments.
    pub fn inputs(&self) -> [Matrix; 2] {
        let [nq, nv] = self.sizes;
        [
            Matrix::dense("x", [nq + nv, 1]),
            Matrix::dense("u", [nv, 1]),
        ]
    }

    /// The body of a function that gives the derivative of the state.
    pub fn body_of_derivative(&self, solvers: &Solvers<'_>) -> String {
        let [nq, nv] = self.sizes;
        let mut lines = self.read("arg[0]", "arg[1]") + &solvers.normalize(false);
        lines += &format!("  real rate[{}], qdd[{}];\n", nq.max(1), nv.max(1));
        lines += &format!("  {}(q, qd, rate);\n", solvers.step("position_rate"));
        lines += &self.accelerations;
        lines
            + &format!(
                "  multibody_write({nq}, rate, 0, res[0]);\n  multibody_write({nv}, qdd, 0, res[0] ? res[0] + {nq} : 0);\n"
            )
    }

    /// Adds the function that linearizes, and returns the matrices of the derivatives by x and by u.
    pub fn add_linearization(&self, solvers: &mut Solvers<'_>) -> [Matrix; 2] {
        let [nq, nv] = self.sizes;
        let rates = solvers.add_map_of_joints("rates", &|chart, [q, qd], _| {
            chart.position_rate(&chart.normalize(q), qd)
        });
        let [by_q, by_qd, by_tau] = &self.matrices;
        let by_positions = solvers.by_positions(by_q);
        let n = nq + nv;
        let mut a = Matrix::empty("jac_xdot_x", [n, n]);
        let mut b = Matrix::empty("jac_xdot_u", [n, nv]);
        for [row, column] in rates.places() {
            a.nonzeros[row * n + column] = true;
        }
        for (matrix, first_column) in [(&by_positions, 0), (by_qd, nq)] {
            for [row, column] in matrix.places() {
                a.nonzeros[(nq + row) * n + first_column + column] = true;
            }
        }
        for [row, column] in by_tau.places() {
            b.nonzeros[(nq + row) * nv + column] = true;
        }
        // `parts` has dq/dt and the entries of its derivatives. Those of the accelerations by q begin at `by_q_begin`, those by qd at
        // `by_qd_begin`.
        let rate_places = rates.places();
        let [by_q_begin, by_qd_begin] = [
            nq + rate_places.len(),
            nq + rate_places.len() + by_positions.len(),
        ];
        let order = a.places().into_iter().map(|[row, column]| {
            match (row.checked_sub(nq), column.checked_sub(nq)) {
                (None, _) => {
                    nq + rate_places
                        .iter()
                        .position(|place| *place == [row, column])
                        .expect("it is there")
                }
                (Some(row), None) => by_q_begin + by_positions.index([row, column]),
                (Some(row), Some(column)) => by_qd_begin + by_qd.index([row, column]) - by_qd.first,
            }
        });
        let selections = [
            format!("{nq}, parts, 0, f"),
            format!(
                "{nv}, (const real *)&d + {}, 0, f ? f + {nq} : 0",
                self.first_acceleration
            ),
            solvers.tables.select("parts", order.collect()) + ", a",
            solvers.tables.select("(const real *)&d", by_tau.order()) + ", b",
        ];
        let writes: String = selections
            .iter()
            .map(|selection| format!("  multibody_write({selection});\n"))
            .collect();
        let chain = solvers.chain(
            nv,
            &format!("(const real *)&d + {}", by_q.first),
            &format!("parts + {by_q_begin}"),
        );
        let text = format!(
            "/* The derivative of the state, and the entries of its derivatives by x and u. */\n\
             MULTIBODY_OUTLINED void {}(const casadi_real *x, const casadi_real *u, casadi_real *f, casadi_real *a, casadi_real *b)\n\
             {{\n{}  real parts[{}];\n  {}(q, qd, (real)(0.0), parts);\n{}{}  {chain}  \
             memcpy(parts + {by_qd_begin}, (const real *)&d + {}, sizeof(real) * {});\n{writes}}}\n",
            solvers.name("linearize"),
            self.read("x", "u"),
            by_qd_begin + by_qd.len(),
            solvers.name("rates"),
            solvers.normalize(true),
            self.derivatives,
            by_qd.first,
            by_qd.len(),
        );
        solvers.parts.push(text);
        [a, b]
    }
}
