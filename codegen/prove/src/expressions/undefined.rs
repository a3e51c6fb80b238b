//! Parts of a system that have no value at any state (division by zero), found at random states.

use crate::arithmetic::Residue;
use crate::evaluation::{EvaluationFailure, JetEvaluator, SystemPrograms};
use crate::lagrangian::SystemAtState;
use crate::random_states::{Draw, Draws, at_random_states, other_choices};
use multibody_description::system::{Row, System};
use multibody_program::ir::{InputKind, Program, evaluate};

/// A part of a system that divides by zero at every state, by its index among parts of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undefined {
    /// A term of T, or its derivative.
    Kinetic(usize),
    /// A term of V, or its derivative.
    Potential(usize),
    /// A force along a coordinate.
    Force(usize),
    /// A placed body: its placement, the derivative of the placement, or its force.
    Body(usize),
    /// An expression row, or its derivative.
    Constraint(usize),
    /// A spring between points that coincide.
    Spring(usize),
}

/// All parts that have no value at any state.
#[must_use]
pub fn find_undefined(system: &System) -> Vec<Undefined> {
    let is_constrained = !system.constraints.is_empty();
    if system.symbolic.is_empty() && system.point_springs.is_empty() && !is_constrained {
        return Vec::new();
    }
    let programs = SystemPrograms::of(system);
    let draws = Draws::of(system, &programs);
    let symbolic = &programs.symbolic;
    let indices = |program: &Program| 0..program.outputs().len();
    let rate_force_count = symbolic.rate_indices.len();
    // Each part with its program, and the index of the output that is its value.
    let kinetic = indices(&symbolic.kinetic)
        .map(|index| (Undefined::Kinetic(index), &symbolic.kinetic, index));
    let potential = indices(&symbolic.potential)
        .map(|index| (Undefined::Potential(index), &symbolic.potential, index));
    let bodies = indices(&symbolic.bodies)
        .map(|index| (Undefined::Body(index / 12), &symbolic.bodies, index));
    let forces = indices(&symbolic.forces).map(|index| match index.checked_sub(rate_force_count) {
        None => (Undefined::Force(index), &symbolic.forces, index),
        Some(component) => (Undefined::Body(component / 3), &symbolic.forces, index),
    });
    let rows = symbolic.constraints.iter().enumerate();
    let expressions = rows.map(|(index, program)| (Undefined::Constraint(index), program, 0));
    let parts = kinetic
        .chain(potential)
        .chain(forces)
        .chain(bodies)
        .chain(expressions);
    let mut undefined_parts: Vec<Undefined> = parts
        .filter(|&(part, program, index)| {
            let output = program.with_outputs(&[program.outputs()[index]]);
            // Forces are not differentiated.
            let is_force = std::ptr::eq(program, &symbolic.forces);
            let row = match part {
                Undefined::Constraint(index) => row_of_expression(system, index),
                _ => None,
            };
            divides_by_zero(system, &programs, &draws, &output, !is_force, row)
        })
        .map(|(part, ..)| part)
        .collect();
    undefined_parts.dedup();
    undefined_parts.extend(coincident_ends(system).map(Undefined::Spring));
    undefined_parts
}

/// The index of the row that uses this expression of a point's position.
fn row_of_expression(system: &System, expression: usize) -> Option<usize> {
    let mut rows = system.constraints.iter();
    rows.position(|constraint| matches!(constraint.row, Row::PointExpression { index, .. } if index == expression))
}

/// Whether a program, or its derivative, divides by zero at random states. If the program belongs to the row of a
/// point, its inputs of the kind `PointCoordinate` are the position of the point at the state.
fn divides_by_zero(
    system: &System,
    programs: &SystemPrograms,
    draws: &Draws,
    program: &Program,
    is_differentiated: bool,
    row: Option<usize>,
) -> bool {
    // Whether the program divides by zero with this choice of roots, and the number of roots. None: a root does not exist.
    let trial = |draw: Draw| {
        let mut state = draw.state(system, programs, 0);
        if let Some(row) = row {
            let mut system_at_state = SystemAtState::new(system, programs, state);
            let position = system_at_state
                .relative_position(row)
                .expect("it is the row of a point");
            state = system_at_state.state;
            state.set(InputKind::PointCoordinate, position.into());
        }
        if is_differentiated {
            drop(JetEvaluator::<2>::new(&mut state, []).evaluate(program))
        } else {
            drop(evaluate(program, &mut state))
        }
        let roots = state.chosen_root_count();
        match state.failure {
            Some(EvaluationFailure::NoSquare) => (None, roots),
            failure => (Some(failure == Some(EvaluationFailure::ZeroDivisor)), roots),
        }
    };
    // Whether the program divides by zero with every choice of the roots. None: no choice has all roots at this state.
    let always_divides_by_zero = |seed| {
        let (first, roots) = trial(Draw::first(seed));
        let choices = other_choices(draws, roots).into_iter();
        let others = choices.filter_map(|other_roots| trial(Draw { seed, other_roots }).0);
        first.into_iter().chain(others).reduce(|a, b| a && b)
    };
    let seeds = draws.seeds();
    let mut verdicts =
        seeds.filter_map(|seed| programs.field(seed).within(|| always_divides_by_zero(seed)));
    // One state may have a zero by chance.
    verdicts.next() == Some(true) && verdicts.next() == Some(true)
}

/// Whether any expression, or its derivative, divides by zero at a state with this choice of roots.
pub fn divides_by_zero_at(system: &System, programs: &SystemPrograms, draw: Draw) -> bool {
    let mut is_zero = false;
    programs.symbolic.for_each(|program| {
        let mut state = draw.state(system, programs, 0);
        drop(JetEvaluator::<2>::new(&mut state, []).evaluate(program));
        is_zero |= state.failure == Some(EvaluationFailure::ZeroDivisor);
    });
    is_zero
}

/// The springs whose ends coincide at all states.
fn coincident_ends(system: &System) -> impl Iterator<Item = usize> + use<> {
    let mut lists = at_random_states(system, |system_at_state, _| {
        let lengths = system_at_state.square_lengths().into_iter().enumerate();
        let zeros = lengths.filter(|(_, square)| *square == Residue::ZERO);
        zeros.map(|(spring, _)| spring).collect::<Vec<_>>()
    })
    .into_iter();
    let first = lists.next().unwrap_or_default();
    let others: Vec<Vec<usize>> = lists.collect();
    // A length may be 0 at one state by chance.
    let is_zero = move |k: &usize| !others.is_empty() && others.iter().all(|list| list.contains(k));
    first.into_iter().filter(is_zero)
}
