//! The acting forces that are not in the Lagrangian.

use super::deriver::Deriver;
use multibody_description::function::Target;
use multibody_program::ir::{InputKind, Program, Value};
use multibody_tree::Tree;

/// Whether a function includes forces that are not in the Lagrangian.
pub fn has_forces(tree: &Tree, target: Target) -> bool {
    let terms = target.function.quantity().terms();
    let acts =
        !tree.forces.is_empty() || !tree.point_springs.is_empty() || tree.symbolic.has_forces();
    acts && terms.is_some_and(|terms| terms.passive)
}

/// Adds the acting forces to a program that is derived from the Lagrangian alone. They act like tau.
pub fn with_forces(deriver: &Deriver<'_>, target: Target, program: &Program) -> Program {
    let tree = deriver.tree;
    let mut b = tree.builder.clone();
    let mut acting = tree.acting(&mut b);
    let forces = b.inline(&deriver.spring_forces, |b, input| {
        b.input(input.kind, input.index as usize)
    });
    for (force, pull) in acting.iter_mut().zip(forces) {
        *force = b.add(*force, pull);
    }
    let accelerates = target.function.quantity().is_acceleration();
    let values = b.inline(program, |b, input| {
        let value = b.input(input.kind, input.index as usize);
        match input.kind {
            InputKind::Tau if accelerates => b.add(value, acting[input.index as usize]),
            _ => value,
        }
    });
    let values: Vec<Value> = if accelerates {
        values
    } else {
        let forces = values.iter().zip(&acting);
        forces.map(|(&tau, &force)| b.sub(tau, force)).collect()
    };
    b.finish(&values)
}
