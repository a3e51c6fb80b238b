//! The proof of one program: its equation is tested at random states. A square root has two values modulo a prime, so at each
//! state all choices of these values are tried; if there are many roots, one is changed at a time.

mod floats;
mod reconstruction;
mod refutation;
mod strength;
mod trial;
mod wrong_entry;

pub use refutation::Refutation;
pub use strength::{Strength, strength};
pub use wrong_entry::{EntryValues, WrongEntry, wrong_entry};

use crate::equations::CheckResult;
use crate::evaluation::{EvaluationFailure, SystemPrograms};
use crate::random_states::{DRAWS, Draw, Draws, MAX_ROOTS, other_choices};
use multibody_description::findings::ExaminedSystem;
use multibody_description::function::Target;
use multibody_description::signature::Returned;
use multibody_program::ir::{self, Program};
use trial::{Claim, TrialResult};

/// The maximum number of states that are drawn with [`prove_with_key`] for a program without roots.
const MAX_DRAWN_STATES: u64 = DRAWS;
/// The number of states at which every program is tested.
const TESTED_STATES: u64 = 2;
/// The number of states at which a program is tested if, at some states, it has no value with some choices of roots.
const STATES_WITH_MISSING_ROOTS: u64 = 16;

/// Proves one program of a system. `wrench_links` are the links on which external wrenches act, in order.
///
/// # Errors
/// [`Refutation`] says why the program is not proved.
pub fn prove(
    system: &ExaminedSystem,
    wrench_links: &[usize],
    target: Target,
    program: &Program,
) -> Result<(), Refutation> {
    check_shape(system, wrench_links.len(), target, program)?;
    let claim = Claim {
        system,
        programs: SystemPrograms::of(system).with_angles_of(program),
        wrench_links,
        target,
        program,
    };
    test_at(&claim, TESTED_STATES)
}

/// As [`prove`], at states whose primes, numbers and vectors are drawn from a key, so that nobody can fit a program to
/// them. Primes have as many bits as `sample` says. The program has to satisfy its equation at as many states as `sample`
/// says; states at which it has no value do not count. Without roots, at most `MAX_DRAWN_STATES` are drawn. The result that
/// the program computes in floats has to satisfy the equation too, at a few simple states and up to rounding errors.
///
/// # Errors
/// [`Refutation`] says why the program is not proved.
pub fn prove_with_key(
    system: &ExaminedSystem,
    wrench_links: &[usize],
    target: Target,
    program: &Program,
    key: [u8; 32],
    sample: StateSample,
) -> Result<(), Refutation> {
    check_shape(system, wrench_links.len(), target, program)?;
    let programs = SystemPrograms::of(system).with_angles_of(program);
    if programs.has_long_angles() {
        let text = "angles with denominators of too many digits".to_owned();
        return Err(Refutation::NotEvaluated(EvaluationFailure::Undecided(text)));
    }
    let claim = Claim {
        system,
        programs: programs.with_key(key, sample.bits),
        wrench_links,
        target,
        program,
    };
    let verdict = test_at(&claim, sample.states);
    // A program that passes, or that is undecided, may still be wrong in floats.
    let is_refutable = match &verdict {
        Err(Refutation::NotEvaluated(failure)) => *failure != EvaluationFailure::ZeroDivisor,
        _ => verdict.is_ok(),
    };
    match is_refutable.then(|| claim.find_wrong_in_floats()).flatten() {
        Some(entry) => Err(Refutation::InFloats(entry.text(target))),
        None => verdict,
    }
}

/// How many states are tested, and how large their fields are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateSample {
    /// The number of bits of primes: one of [`PRIME_BITS`](crate::PRIME_BITS).
    pub bits: usize,
    /// The number of states.
    pub states: u64,
}

/// Tests a claim at this number of states.
fn test_at(claim: &Claim<'_>, states: u64) -> Result<(), Refutation> {
    let draws = Draws::of(claim.system, &claim.programs);
    let (mut count, mut failure, mut minimum) = (0, None, states);
    for seed in draws.seeds() {
        let outcome = outcome_at(claim, &draws, seed)?;
        failure = outcome.failure.or(failure);
        match outcome.verdict {
            None => continue,
            Some(Err(equation)) => return Err(Refutation::Counterexample { equation, seed }),
            Some(Ok(())) => count += 1,
        }
        if outcome.lacks_choices {
            minimum = minimum.max(STATES_WITH_MISSING_ROOTS);
        }
        if count == minimum {
            return Ok(());
        }
    }
    Err(Refutation::NotEvaluated(
        failure.unwrap_or(EvaluationFailure::ZeroDivisor),
    ))
}

/// Checks the number of outputs. `wrenches` is the number of links with wrenches.
fn check_shape(
    system: &ExaminedSystem,
    wrenches: usize,
    target: Target,
    program: &Program,
) -> Result<(), Refutation> {
    let (length, expected) = (
        program.outputs().len(),
        Returned::of(system, wrenches, target.function).count(),
    );
    if length == expected {
        Ok(())
    } else {
        Err(Refutation::Shape {
            found: length,
            expected,
        })
    }
}

/// The result at one state with all choices of roots.
#[derive(Default)]
struct StateOutcome {
    /// Whether the equation holds. None: it has no value.
    verdict: Option<CheckResult>,
    /// Why the equation has no value with the last choice of roots for which it has none.
    failure: Option<EvaluationFailure>,
    /// Whether, with some choices of roots, another root did not exist.
    lacks_choices: bool,
}

/// Tests a claim at one state with all choices of roots. Fails if the choices disagree.
fn outcome_at(claim: &Claim<'_>, draws: &Draws, seed: u64) -> Result<StateOutcome, Refutation> {
    let first = claim.test(Draw::first(seed));
    // A proof at states that are drawn from a key has to try all choices.
    if claim.programs.has_key() && first.roots > MAX_ROOTS {
        let text = format!("more than {MAX_ROOTS} square roots");
        return Err(Refutation::NotEvaluated(EvaluationFailure::Undecided(text)));
    }
    let choices = choices_besides(&first, draws)?.into_iter();
    let others = choices.map(|other_roots| claim.test(Draw { seed, other_roots }));
    let mut outcome = StateOutcome::default();
    for trial in [first].into_iter().chain(others) {
        match trial.failure {
            None => outcome.add(&trial)?,
            Some(EvaluationFailure::ZeroDivisor) if claim.divides_by_zero_by_choice(&trial) => {
                outcome.failure = trial.failure;
            }
            Some(EvaluationFailure::ZeroDivisor) => {
                return Ok(StateOutcome {
                    failure: trial.failure,
                    ..StateOutcome::default()
                });
            }
            // With this choice of an inner root, an outer root does not exist at this state; at other states it does.
            Some(EvaluationFailure::NoSquare) => {
                outcome.failure = trial.failure;
                outcome.lacks_choices = true;
            }
            Some(reason) => return Err(Refutation::NotEvaluated(reason)),
        }
    }
    Ok(outcome)
}

/// The choices of roots other than the first.
fn choices_besides(first: &TrialResult, draws: &Draws) -> Result<Vec<u32>, Refutation> {
    match (&first.failure, first.verdict) {
        // If there are many roots, only one at a time is changed, so an equation that fails is undecided.
        (None, Err(equation))
            if first.roots > MAX_ROOTS && !draws.one_choice_decides(first.roots) =>
        {
            let function = first.drawn_function.unwrap_or(ir::Function::Sqrt);
            Err(Refutation::of_choice(equation, function))
        }
        _ => Ok(other_choices(draws, first.roots)),
    }
}

impl StateOutcome {
    /// Adds a choice with which the equation has a value.
    fn add(&mut self, trial: &TrialResult) -> Result<(), Refutation> {
        if let (Err(equation), Some(function)) = (trial.verdict, trial.drawn_function) {
            return Err(Refutation::of_choice(equation, function));
        }
        match (self.verdict, trial.verdict) {
            (Some(Ok(())), Err(equation)) | (Some(Err(equation)), Ok(())) => {
                Err(Refutation::of_choice(equation, ir::Function::Sqrt))
            }
            (state_verdict, verdict) => {
                self.verdict = state_verdict.or(Some(verdict));
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::described::examine;
    use crate::rank::mass_matrix_rank;
    use multibody_description::check::check;
    use multibody_description::fault::Faults;
    use multibody_description::function::Function;
    use multibody_description::lower::lower;
    use multibody_description::model::Source;
    use multibody_description::settings::Settings;
    use multibody_description::source::urdf;
    use multibody_program::ir::parse;

    /// A pendulum about the world's y axis: 2 kg, with the centre of mass 0.5 m below the axis.
    fn pendulum() -> ExaminedSystem {
        let text = r#"<robot name="pendulum"><link name="base"/>
            <joint name="hinge" type="continuous"><parent link="base"/><child link="rod"/><axis xyz="0 1 0"/></joint>
            <link name="rod"><inertial><origin xyz="0 0 -0.5"/><mass value="2"/>
            <inertia ixx="0" ixy="0" ixz="0" iyy="0.25" iyz="0" izz="0.25"/></inertial></link></robot>"#;
        let mut faults = Faults::new();
        let model = urdf(&Source::new("pendulum.urdf", text), &mut faults).unwrap();
        let structure = check(&model, &mut faults).unwrap();
        let system = lower(&model, &structure, &Settings::default(), &mut faults);
        assert!(!faults.finish().has_errors());
        examine(system.unwrap())
    }

    fn proof(function: Function, program: &str) -> Result<(), Refutation> {
        let target = Target {
            function,
            link: None,
        };
        prove(&pendulum(), &[], target, &parse(program).unwrap())
    }

    fn counterexample(equation: &'static str) -> Result<(), Refutation> {
        Err(Refutation::Counterexample { equation, seed: 1 })
    }

    #[test]
    fn right_programs_are_proved_and_nearly_right_ones_are_refuted() {
        // I + m l^2 = 0.25 + 2 0.5^2, m g l = 9.81
        let mass_matrix = "u . M w = d2T/dqd2 (u, w)";
        assert_eq!(
            proof(Function::MassMatrix, "v0 = const 3/4\nout v0"),
            Ok(())
        );
        let nearly = proof(Function::MassMatrix, "v0 = const 750001/1000000\nout v0");
        assert_eq!(nearly, counterexample(mass_matrix));
        let gravity = "v0 = const 981/100\nv1 = q0\nv2 = sin v1\nv3 = mul v0 v2\n";
        assert_eq!(
            proof(Function::Gravity, &format!("{gravity}out v3")),
            Ok(())
        );
        let upside_down = proof(Function::Gravity, &format!("{gravity}v4 = neg v3\nout v4"));
        assert_eq!(upside_down, counterexample("tau + Q = d/dt dL/dqd - dL/dq"));
    }

    #[test]
    fn programs_that_cannot_be_evaluated_are_not_proved() {
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
        assert_eq!(
            ir::check_invariants(&parse("v0 = qd0\nout v0").unwrap()),
            Ok(())
        );
        assert!(proof(Function::Gravity, "v0 = qd0\nout v0").is_err());
    }

    fn assert_undecided(program: &str, function: &str) {
        let error = proof(Function::MassMatrix, program).expect_err(program);
        let refutation = error.to_string();
        let reason = format!("where values of {function} are chosen");
        assert!(refutation.starts_with("undecided: "), "{refutation}");
        assert!(refutation.contains(&reason), "{refutation}");
    }

    /// `exp(q) exp(-q) = 1` is not known here, so the program is neither proved nor refuted.
    #[test]
    fn programs_with_exponentials_are_proved_or_undecided() {
        let cancelled_exponential =
            "v0 = const 3/4\nv1 = q0\nv2 = exp v1\nv3 = sub v2 v2\nv4 = add v0 v3\nout v4";
        assert_eq!(proof(Function::MassMatrix, cancelled_exponential), Ok(()));
        let text = "v0 = const 3/4\nv1 = q0\nv2 = neg v1\nv3 = exp v1\nv4 = exp v2\n\
             v5 = mul v3 v4\nv6 = mul v0 v5\nout v6";
        assert_undecided(text, "exp");
    }

    /// `3/4 (1 + (q - a) +- sqrt((q - a)^2))` is 3/4 on one side of a. Modulo p there are no
    /// sides, and it is 3/4 with one choice of the root only.
    #[test]
    fn an_equation_that_is_true_with_one_of_two_roots_is_undecided() {
        for a in 0..8 {
            for side in ["add", "sub"] {
                let program = format!(
                    "v0 = const 3/4\nv1 = q0\nv2 = const {a}\nv3 = sub v1 v2\nv4 = mul v3 v3\nv5 = sqrt v4\n\
                     v6 = {side} v3 v5\nv7 = const 1\nv8 = add v7 v6\nv9 = mul v0 v8\nout v9"
                );
                assert_undecided(&program, "sqrt");
            }
        }
    }

    /// M is neither of the two square roots.
    #[test]
    fn an_equation_that_is_true_with_neither_root_is_refuted() {
        let mass_matrix = "u . M w = d2T/dqd2 (u, w)";
        let one_root = "v0 = q0\nv1 = sqrt v0\nout v1";
        // `sqrt(q) sqrt(q + 1)`
        let two_roots = "v0 = q0\nv1 = sqrt v0\nv2 = const 1\nv3 = add v0 v2\nv4 = sqrt v3\nv5 = mul v1 v4\nout v5";
        for program in [one_root, two_roots] {
            let verdict = proof(Function::MassMatrix, program);
            assert!(
                matches!(verdict, Err(Refutation::Counterexample { equation, .. }) if equation == mass_matrix),
                "{verdict:?}"
            );
        }
    }

    #[test]
    fn the_rank_of_the_mass_matrix_counts_rates_that_move_masses() {
        assert_eq!(mass_matrix_rank(&pendulum()), 1);
        let mut massless = pendulum().system;
        let zero = massless.builder.zero();
        for link in &mut massless.tree.links {
            (link.mass, link.inertia) = (zero, [[zero; 3]; 3]);
        }
        assert_eq!(mass_matrix_rank(&massless), 0);
    }
}
