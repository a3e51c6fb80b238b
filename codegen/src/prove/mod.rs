//! Proof that emitted programs are Lagrange's equations of the model as read.
//!
//! Program and Lagrangian are evaluated at random states modulo the prime p = 2^61 - 1 and
//! contracted with random vectors. Two different functions of degree d agree at such a point with
//! probability d / p, below 1e-15 for any robot. Nothing here knows how a program was made: the
//! only things shared with its making are the transform that each joint type states and the table of
//! functions.
//!
//! A root, an exponential or a logarithm has no value modulo p that follows from its argument alone:
//! one is chosen. An equation that holds with it is proved; one that does not is undecided. Only the roots of
//! Rayleigh's functions are known to depend on nothing else, so that their equations are decided either way.

mod affine;
mod around;
mod constraints;
mod decided;
mod equations;
mod expressed;
mod field;
mod jet;
mod lagrangian;
mod nowhere;
mod rank;
mod state;
mod stated;

use std::fmt;

pub use constraints::{constraints_decide, dependent_constraints, first_not_linear};
pub use expressed::{first_not_quadratic, first_not_turned, has_drive};
pub use nowhere::{Nowhere, nowhere};
pub use rank::mass_matrix_rank;
pub use state::Failure;

use equations::Proof;
use lagrangian::Lagrangian;
use state::State;
use stated::Stated;

use crate::function::{Sizes, Target};
use crate::ir::Program;
use crate::random::Random;
use crate::system::System;

/// How many states every program is tried at.
const POINTS: u64 = 2;
/// How many states are drawn before a zero divisor, or no square, at all of them counts as an answer.
const DRAWS: u64 = 64;
/// Springs between points that can be proved in time: each doubles the states that are drawn.
pub const MOST_SPRINGS: usize = 8;

/// A program that is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refutation {
    /// At a random state the equation does not hold.
    Counterexample {
        /// The equation.
        equation: &'static str,
        /// The state.
        seed: u64,
    },
    /// The program could not be evaluated.
    NotEvaluated(Failure),
    /// The number of outputs is wrong.
    Shape {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
}

impl fmt::Display for Refutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Counterexample { equation, seed } => {
                write!(f, "{equation} does not hold at the random state {seed}")
            }
            Self::NotEvaluated(Failure::ZeroDivisor) => write!(f, "it divides by 0"),
            Self::NotEvaluated(Failure::NoSquare) => write!(f, "undecided: too many roots"),
            Self::NotEvaluated(Failure::Undecided(what)) => write!(f, "undecided: {what}"),
            Self::Shape { found, expected } => {
                write!(f, "it has {found} outputs instead of {expected}")
            }
        }
    }
}

/// Proves one program of a system. `wrench_links` are those on which wrenches act, in order.
///
/// # Errors
/// [`Refutation`] says which equation fails and where.
pub fn prove(
    system: &System,
    wrench_links: &[usize],
    target: Target,
    program: &Program,
) -> Result<(), Refutation> {
    let layout = target.function.row().shape.layout(Sizes {
        nv: system.nv(),
        nc: system.nc(),
    });
    let (found, expected) = (program.outputs().len(), layout.count());
    if found != expected {
        return Err(Refutation::Shape { found, expected });
    }
    let stated = Stated::of(system);
    let (mut tried, mut failure) = (0, None);
    // Half of all numbers are squares, and the length of each spring is a root.
    for seed in 1..=DRAWS << system.point_springs.len().min(MOST_SPRINGS) {
        let state = State::random(system, &stated, wrench_links.len(), seed);
        let mut proof = Proof {
            lagrangian: Lagrangian::new(system, &stated, state),
            wrench_links,
            random: Random::new(!seed),
            program,
        };
        let held = proof.check(target);
        let state = &mut proof.lagrangian.state;
        match (state.failure.take(), held, state.chosen) {
            (Some(again @ (Failure::ZeroDivisor | Failure::NoSquare)), _, _) => {
                failure = Some(again);
            }
            (Some(undecided), _, _) => return Err(Refutation::NotEvaluated(undecided)),
            (None, Ok(()), _) => tried += 1,
            (None, Err(equation), None) => {
                return Err(Refutation::Counterexample { equation, seed });
            }
            (None, Err(equation), Some(function)) => {
                let what = format!("{equation}, where values of {} are chosen", function.name());
                return Err(Refutation::NotEvaluated(Failure::Undecided(what)));
            }
        }
        if tried == POINTS {
            return Ok(());
        }
    }
    Err(Refutation::NotEvaluated(
        failure.unwrap_or(Failure::ZeroDivisor),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::check;
    use crate::fault::Faults;
    use crate::function::Function;
    use crate::ir::{self, parse};
    use crate::model::Source;
    use crate::settings::Settings;
    use crate::settle::settle;
    use crate::source::urdf;

    /// A pendulum of 2 kg about the world's y axis, 0.5 m below it.
    fn pendulum() -> System {
        let text = r#"<robot name="pendulum"><link name="base"/>
            <joint name="hinge" type="continuous"><parent link="base"/><child link="rod"/><axis xyz="0 1 0"/></joint>
            <link name="rod"><inertial><origin xyz="0 0 -0.5"/><mass value="2"/>
            <inertia ixx="0" ixy="0" ixz="0" iyy="0.25" iyz="0" izz="0.25"/></inertial></link></robot>"#;
        let (name, mut faults) = ("pendulum.urdf".into(), Faults::new());
        let model = urdf(
            &Source {
                name,
                text: text.into(),
            },
            &mut faults,
        )
        .unwrap();
        let structure = check(&model, &mut faults).unwrap();
        let built = settle(&model, &structure, &Settings::default(), &mut faults);
        assert!(!faults.finish().has_errors());
        built.unwrap()
    }

    fn proof(function: Function, program: &str) -> Result<(), Refutation> {
        let target = Target {
            function,
            link: None,
        };
        prove(&pendulum(), &[], target, &parse(program).unwrap())
    }

    fn refuting(equation: &'static str) -> Result<(), Refutation> {
        Err(Refutation::Counterexample { equation, seed: 1 })
    }

    #[test]
    fn what_is_right_is_proved_and_what_is_nearly_right_is_refuted() {
        // I + m l^2 = 0.25 + 2 0.5^2, m g l = 9.81
        let mass_matrix = "u . M w = d2T/dqd2 (u, w)";
        assert_eq!(
            proof(Function::MassMatrix, "v0 = const 3/4\nout v0"),
            Ok(())
        );
        let nearly = proof(Function::MassMatrix, "v0 = const 750001/1000000\nout v0");
        assert_eq!(nearly, refuting(mass_matrix));
        let gravity = "v0 = const 981/100\nv1 = q0\nv2 = sin v1\nv3 = mul v0 v2\n";
        assert_eq!(
            proof(Function::Gravity, &format!("{gravity}out v3")),
            Ok(())
        );
        let upside_down = proof(Function::Gravity, &format!("{gravity}v4 = neg v3\nout v4"));
        assert_eq!(upside_down, refuting("tau + Q = d/dt dL/dqd - dL/dq"));
    }

    #[test]
    fn what_cannot_be_evaluated_is_not_proved() {
        let shape = proof(Function::MassMatrix, "v0 = const 3/4\nout v0 v0");
        assert_eq!(
            shape,
            Err(Refutation::Shape {
                found: 2,
                expected: 1
            })
        );
        let zero = proof(
            Function::MassMatrix,
            "v0 = const 0\nv1 = q0\nv2 = div v1 v0\nout v2",
        );
        assert_eq!(zero, Err(Refutation::NotEvaluated(Failure::ZeroDivisor)));
        let input = proof(Function::MassMatrix, "v0 = q7\nout v0");
        assert!(
            matches!(input, Err(Refutation::NotEvaluated(Failure::Undecided(_)))),
            "{input:?}"
        );
        // Gravity has to be a function of the positions alone; that of the rates is no help.
        assert_eq!(ir::verify(&parse("v0 = qd0\nout v0").unwrap()), Ok(()));
        assert!(proof(Function::Gravity, "v0 = qd0\nout v0").is_err());
    }

    /// `exp(q) exp(-q) = 1` is not known here: neither proved nor refuted.
    #[test]
    fn what_functions_are_chosen_for_is_proved_or_undecided() {
        let whatever =
            "v0 = const 3/4\nv1 = q0\nv2 = exp v1\nv3 = sub v2 v2\nv4 = add v0 v3\nout v4";
        assert_eq!(proof(Function::MassMatrix, whatever), Ok(()));
        let related = "v0 = const 3/4\nv1 = q0\nv2 = neg v1\nv3 = exp v1\nv4 = exp v2\n\
             v5 = mul v3 v4\nv6 = mul v0 v5\nout v6";
        let root = "v0 = q0\nv1 = sqrt v0\nout v1";
        for (program, function) in [(related, "exp"), (root, "sqrt")] {
            let refutation = proof(Function::MassMatrix, program)
                .unwrap_err()
                .to_string();
            let chosen = format!("where values of {function} are chosen");
            assert!(refutation.starts_with("undecided: "), "{refutation}");
            assert!(refutation.contains(&chosen), "{refutation}");
        }
    }

    #[test]
    fn the_rank_counts_what_moves_inertia() {
        assert_eq!(mass_matrix_rank(&pendulum()), 1);
        let mut massless = pendulum();
        let zero = massless.builder.zero();
        for link in &mut massless.tree.links {
            (link.mass, link.inertia) = (zero, [[zero; 3]; 3]);
        }
        assert_eq!(mass_matrix_rank(&massless), 0);
    }
}
