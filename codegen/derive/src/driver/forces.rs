//! Applied forces that are not in the Lagrangian.

use super::deriver::Deriver;
use multibody_description::function::Target;
use multibody_program::ir::{InputKind, Program, Value};
use multibody_tree::Tree;

/// Whether a function includes forces that are not in the Lagrangian.
pub fn has_applied_forces(tree: &Tree, target: Target) -> bool {
    let terms = target.function.quantity().terms();
    tree.has_forces() && terms.is_some_and(|terms| terms.passive)
}

/// Adds the applied forces to a program that is derived from the Lagrangian alone. They act like tau: a program of accelerations
/// adds them to tau, and one of forces subtracts them from its result.
pub fn with_applied_forces(deriver: &Deriver<'_>, target: Target, program: &Program) -> Program {
    let tree = deriver.tree;
    let mut b = tree.builder.clone();
    let mut applied = tree.applied_forces(&mut b);
    let link_forces = b.inline(&deriver.generalized_link_forces, |b, input| {
        b.input(input.kind, input.index as usize)
    });
    for (force, link_force) in applied.iter_mut().zip(link_forces) {
        *force = b.add(*force, link_force);
    }
    let is_acceleration = target.function.quantity().is_acceleration();
    let outputs = b.inline(program, |b, input| {
        let value = b.input(input.kind, input.index as usize);
        match input.kind {
            InputKind::Tau if is_acceleration => b.add(value, applied[input.index as usize]),
            _ => value,
        }
    });
    let values: Vec<Value> = if is_acceleration {
        outputs
    } else {
        let forces = outputs.iter().zip(&applied);
        forces.map(|(&tau, &force)| b.sub(tau, force)).collect()
    };
    b.finish(&values)
}
