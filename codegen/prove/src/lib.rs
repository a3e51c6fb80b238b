//! Proof that emitted programs are Lagrange's equations of the model as read.
//!
//! Program and Lagrangian are evaluated at random states and contracted with random vectors. Each state has its own
//! prime p between 2^60 and 2^61 as modulus, which follows from a hash of the system's numbers. Two different functions
//! of degree d agree at such a point with probability d / p, unless p divides their difference. The proof does not
//! depend on how a program was made: it shares with the derivation only exact arithmetic, programs, the declarations of
//! joint types and force elements, and the table of functions.
//!
//! The argument of a root, an exponential or a logarithm does not determine the function's value modulo p, so a value is
//! chosen. An equation that holds for all choices of roots is proved. If no product of some of the roots' arguments is a
//! square, which is tested at several states, all choices are conjugates, and one choice decides for all. Otherwise all
//! choices are tried; with more than six roots, only those that change one root. An equation that holds for no choice of
//! roots is refuted; any other is undecided. The roots of Rayleigh's functions and the lengths of springs are known to be
//! independent of everything else, so for them one choice decides.

mod arithmetic;
mod constraints;
#[cfg(test)]
mod described;
mod equations;
mod evaluation;
mod examine;
mod expressions;
mod feasibility;
mod lagrangian;
pub mod motion;
mod random_states;
mod rank;

use std::fmt;

pub use constraints::{
    Dependence, LeftOutAt, actuation, constraints_decide, dependent_constraints, dependent_rates,
    first_not_linear, restraining_constraints,
};
pub use evaluation::EvaluationFailure;
pub use examine::examine;
pub use expressions::{
    Undefined, faults as expression_faults, first_not_quadratic, first_not_turned, has_drive,
    undefined,
};
pub use feasibility::{faults as constraint_faults, rounding};
pub use rank::{has_zero_pivot, is_massless, mass_matrix_rank, rank_depends_on_roots};

use equations::{EquationCheck, Proof};
use evaluation::SystemPrograms;
use expressions::divides_by_zero_there;
use lagrangian::Lagrangian;
use random_states::{Draw, Draws, MOST_ROOTS, other_choices};

use multibody_description::findings::ExaminedSystem;
use multibody_description::function::{Sizes, Target};
use multibody_program::ir::{self, Program};
use multibody_support::random::Random;

/// A name for the sources of this crate: it changes when they change.
pub const SOURCES: &str = env!("MULTIBODY_SOURCES");
/// The number of states at which every program is tested.
const POINTS: u64 = 2;
/// The number of states if some choices of roots have no value at some states.
const POINTS_OF_SOME_CHOICES: u64 = 16;

/// Why a program is not proved.
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
    NotEvaluated(EvaluationFailure),
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
            Self::NotEvaluated(EvaluationFailure::ZeroDivisor) => write!(f, "it divides by 0"),
            Self::NotEvaluated(EvaluationFailure::NoSquare) => {
                write!(f, "undecided: too many roots")
            }
            Self::NotEvaluated(EvaluationFailure::Undecided(what)) => {
                write!(f, "undecided: {what}")
            }
            Self::Shape { found, expected } => {
                write!(f, "it has {found} outputs instead of {expected}")
            }
        }
    }
}

/// Proves one program of a system. `wrench_links` are the links on which external wrenches act, in order.
///
/// # Errors
/// [`Refutation`] says which equation fails and where.
pub fn prove(
    system: &ExaminedSystem,
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
    let programs = SystemPrograms::of(system).with_angles_of(program);
    let draws = Draws::of(system, &programs);
    let at = |draw: Draw| {
        programs.field(draw.seed).within(|| {
            let state = draw.state(system, &programs, wrench_links.len());
            let mut proof = Proof {
                lagrangian: Lagrangian::new(system, &programs, state),
                wrench_links,
                random: Random::new(!programs.seeded(draw.seed)),
                program,
            };
            let outcome = proof.check(target);
            let state = proof.lagrangian.state;
            let roots = state.roots_chosen();
            Trial {
                outcome,
                draw,
                roots,
                failure: state.failure,
                chosen: state.chosen,
            }
        })
    };
    let (mut tried, mut failure, mut needed) = (0, None, POINTS);
    'states: for seed in draws.seeds() {
        let first = at(Draw::first(seed));
        let choices = match (&first.failure, first.outcome) {
            // If there are many roots, only one at a time is changed, so an equation that fails is undecided.
            (None, Err(equation))
                if first.roots > MOST_ROOTS && !draws.one_choice_decides(first.roots) =>
            {
                return undecided(equation, first.chosen.unwrap_or(ir::Function::Sqrt));
            }
            _ => other_choices(&draws, first.roots),
        };
        let others = choices.into_iter();
        let others = others.map(|other_roots| at(Draw { seed, other_roots }));
        let mut decided: Option<EquationCheck> = None;
        let mut lacks_choices = false;
        for trial in [first].into_iter().chain(others) {
            let lacks_values = || {
                programs
                    .field(seed)
                    .within(|| divides_by_zero_there(system, &programs, trial.draw))
            };
            match trial.failure {
                None => {}
                // With this choice of roots, rows are dependent, M is singular, or an expression divides by zero.
                Some(EvaluationFailure::ZeroDivisor)
                    if system.findings.has_rows_that_others_may_imply()
                        || trial.roots > 0 && (lacks_values() || rank_depends_on_roots(system)) =>
                {
                    failure = Some(EvaluationFailure::ZeroDivisor);
                    continue;
                }
                // With this choice of an inner root, an outer root does not exist at this state; at other states it does.
                Some(EvaluationFailure::NoSquare) => {
                    failure = Some(EvaluationFailure::NoSquare);
                    lacks_choices = true;
                    continue;
                }
                Some(EvaluationFailure::ZeroDivisor) => {
                    failure = Some(EvaluationFailure::ZeroDivisor);
                    continue 'states;
                }
                Some(what) => return Err(Refutation::NotEvaluated(what)),
            }
            if let (Err(equation), Some(function)) = (trial.outcome, trial.chosen) {
                return undecided(equation, function);
            }
            match (decided, trial.outcome) {
                (Some(Ok(())), Err(equation)) | (Some(Err(equation)), Ok(())) => {
                    return undecided(equation, ir::Function::Sqrt);
                }
                (known, outcome) => decided = known.or(Some(outcome)),
            }
        }
        match decided {
            None => continue,
            Some(Err(equation)) => return Err(Refutation::Counterexample { equation, seed }),
            Some(Ok(())) => tried += 1,
        }
        if lacks_choices {
            needed = POINTS_OF_SOME_CHOICES;
        }
        if tried == needed {
            return Ok(());
        }
    }
    Err(Refutation::NotEvaluated(
        failure.unwrap_or(EvaluationFailure::ZeroDivisor),
    ))
}

/// The result of a program at one state with one choice of roots.
struct Trial {
    outcome: EquationCheck,
    /// The state.
    draw: Draw,
    /// The number of roots that were chosen.
    roots: usize,
    failure: Option<EvaluationFailure>,
    chosen: Option<ir::Function>,
}

fn undecided(equation: &str, function: ir::Function) -> Result<(), Refutation> {
    let what = format!("{equation}, where values of {} are chosen", function.name());
    Err(Refutation::NotEvaluated(EvaluationFailure::Undecided(what)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use multibody_description::check::check;
    use multibody_description::fault::Faults;
    use multibody_description::function::Function;
    use multibody_description::lower::lower;
    use multibody_description::model::Source;
    use multibody_description::settings::Settings;
    use multibody_description::source::urdf;
    use multibody_program::ir::parse;

    /// A pendulum of 2 kg about the world's y axis, 0.5 m below it.
    fn pendulum() -> ExaminedSystem {
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
        let built = lower(&model, &structure, &Settings::default(), &mut faults);
        assert!(!faults.finish().has_errors());
        examine(built.unwrap())
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
        assert_eq!(
            zero,
            Err(Refutation::NotEvaluated(EvaluationFailure::ZeroDivisor))
        );
        let input = proof(Function::MassMatrix, "v0 = q7\nout v0");
        assert!(
            matches!(
                input,
                Err(Refutation::NotEvaluated(EvaluationFailure::Undecided(_)))
            ),
            "{input:?}"
        );
        // Gravity has to be a function of the positions alone; a function of the rates is wrong.
        assert_eq!(ir::verify(&parse("v0 = qd0\nout v0").unwrap()), Ok(()));
        assert!(proof(Function::Gravity, "v0 = qd0\nout v0").is_err());
    }

    fn is_undecided(program: &str, function: &str) {
        let refutation = proof(Function::MassMatrix, program).expect_err(program);
        let refutation = refutation.to_string();
        let chosen = format!("where values of {function} are chosen");
        assert!(refutation.starts_with("undecided: "), "{refutation}");
        assert!(refutation.contains(&chosen), "{refutation}");
    }

    /// `exp(q) exp(-q) = 1` is not known here, so the program is neither proved nor refuted.
    #[test]
    fn what_functions_are_chosen_for_is_proved_or_undecided() {
        let whatever =
            "v0 = const 3/4\nv1 = q0\nv2 = exp v1\nv3 = sub v2 v2\nv4 = add v0 v3\nout v4";
        assert_eq!(proof(Function::MassMatrix, whatever), Ok(()));
        let related = "v0 = const 3/4\nv1 = q0\nv2 = neg v1\nv3 = exp v1\nv4 = exp v2\n\
             v5 = mul v3 v4\nv6 = mul v0 v5\nout v6";
        is_undecided(related, "exp");
    }

    /// `3/4 (1 + (q - a) +- sqrt((q - a)^2))` is 3/4 only on one side of a, whichever root is chosen modulo p.
    #[test]
    fn what_is_true_with_one_root_is_undecided() {
        for a in 0..8 {
            for side in ["add", "sub"] {
                let program = format!(
                    "v0 = const 3/4\nv1 = q0\nv2 = const {a}\nv3 = sub v1 v2\nv4 = mul v3 v3\nv5 = sqrt v4\n\
                     v6 = {side} v3 v5\nv7 = const 1\nv8 = add v7 v6\nv9 = mul v0 v8\nout v9"
                );
                is_undecided(&program, "sqrt");
            }
        }
    }

    /// M is neither of the two square roots.
    #[test]
    fn what_is_true_with_neither_root_is_refuted() {
        let mass_matrix = "u . M w = d2T/dqd2 (u, w)";
        let one = "v0 = q0\nv1 = sqrt v0\nout v1";
        // `sqrt(q) sqrt(q + 1)`
        let two = "v0 = q0\nv1 = sqrt v0\nv2 = const 1\nv3 = add v0 v2\nv4 = sqrt v3\nv5 = mul v1 v4\nout v5";
        for program in [one, two] {
            let refuted = proof(Function::MassMatrix, program);
            assert!(
                matches!(refuted, Err(Refutation::Counterexample { equation, .. }) if equation == mass_matrix),
                "{refuted:?}"
            );
        }
    }

    #[test]
    fn the_rank_counts_what_moves_inertia() {
        assert_eq!(mass_matrix_rank(&pendulum()), 1);
        let mut massless = pendulum().system;
        let zero = massless.builder.zero();
        for link in &mut massless.tree.links {
            (link.mass, link.inertia) = (zero, [[zero; 3]; 3]);
        }
        assert_eq!(mass_matrix_rank(&massless), 0);
    }
}
