//! Moments of composite bodies, the rates of these moments, and columns of the Coriolis matrix.

use super::composite_bodies::inertia_matrix;
use super::symbols::{
    Side, SymbolicJoint, Symbols, columns, flat_wrench, matrix, moments, twist, unit_twists,
};
use crate::kernels::{
    CompositeBodies, Coriolis, DerivedRate, HandWritten, HandWrittenRate, MovingChildComposite,
    Twist, Velocities, axis_change,
};
use multibody_outputs::local::Locals;
use multibody_program::ir::{Builder, Value};

/// The moments of an arbitrary moving composite and of a body that carries it across a joint, and the matrix B of both together:
/// see [`DerivedRate::coriolis`].
pub fn composite_rate(
    (b, locals): Symbols<'_>,
    symbolic: &SymbolicJoint<'_>,
    side: Side<'_>,
) -> Vec<Value> {
    let SymbolicJoint { joint, qd, .. } = symbolic;
    let (rates, parent) = (moment_rates(b, locals), twist(b, locals));
    let body = moments(b, locals);
    let composite = if let Some(hand_written) = side.hand_written {
        let children = [MovingChildComposite {
            joint,
            qd,
            composite: &rates,
        }];
        let rate = hand_written.composite_rate(b, &body, &parent, &children);
        as_derived(b, &rate, &parent)
    } else {
        let child = HandWritten::ALL.velocity(b, joint, &parent, qd);
        let children = [MovingChildComposite {
            joint,
            qd,
            composite: &as_derived(b, &rates, &child),
        }];
        side.derived.composite_rate(b, &body, &parent, &children)
    };
    let mut outputs = columns(&composite.inertia);
    outputs.extend(columns(&composite.coriolis));
    outputs
}

/// The columns of all unit axes, and the column of an arbitrary rate of an axis; every column is a combination of
/// these. Each of these columns is projected onto an arbitrary axis of the same frame, and, after its transform to
/// the parent, onto an arbitrary axis of the parent.
pub fn column(
    (b, locals): Symbols<'_>,
    symbolic: &SymbolicJoint<'_>,
    side: Side<'_>,
) -> Vec<Value> {
    let SymbolicJoint { joint, qd, .. } = symbolic;
    let (rates, parent) = (moment_rates(b, locals), twist(b, locals));
    let (axis, axis_rate, any_rate) = (twist(b, locals), twist(b, locals), twist(b, locals));
    let child = HandWritten::ALL.velocity(b, joint, &parent, qd);
    let derived_rates = as_derived(b, &rates, &child);
    let zero_twist = Twist::zero(b);
    let units = unit_twists(b).map(|unit| (unit, zero_twist));
    let mut outputs = Vec::new();
    for (unit, unit_rate) in units.into_iter().chain([(zero_twist, any_rate)]) {
        let (child_entries, parent_entries) = if let Some(hand_written) = side.hand_written {
            let column = hand_written.coriolis_column(b, &rates, &child, &unit, &unit_rate);
            let entries = hand_written.entries(b, &column, &child, &axis, &axis_rate);
            let parent_column = hand_written.parent_column(b, joint, &parent, qd, &column);
            (
                entries,
                hand_written.entries(b, &parent_column, &parent, &axis, &axis_rate),
            )
        } else {
            let column = side
                .derived
                .coriolis_column(b, &derived_rates, &child, &unit, &unit_rate);
            let entries = side.derived.entries(b, &column, &child, &axis, &axis_rate);
            let parent_column = side.derived.parent_column(b, joint, &parent, qd, &column);
            (
                entries,
                side.derived
                    .entries(b, &parent_column, &parent, &axis, &axis_rate),
            )
        };
        outputs.extend([
            child_entries.in_column,
            child_entries.in_row,
            parent_entries.in_column,
            parent_entries.in_row,
        ]);
    }
    outputs
}

/// The matrix B of a body alone: see [`DerivedRate::coriolis`].
pub fn body_coriolis((b, locals): Symbols<'_>, side: Side<'_>) -> Vec<Value> {
    let (inertia, velocity) = (moments(b, locals), twist(b, locals));
    let composite = if let Some(hand_written) = side.hand_written {
        let rate = hand_written.composite_rate(b, &inertia, &velocity, &[]);
        as_derived(b, &rate, &velocity)
    } else {
        side.derived.composite_rate(b, &inertia, &velocity, &[])
    };
    columns(&composite.coriolis)
}

/// Symbols for the moments of an arbitrary composite and their rates: those of a single body would satisfy relations.
fn moment_rates(b: &mut Builder, locals: &mut Locals) -> HandWrittenRate {
    let (total, momentum) = (moments(b, locals), locals.take(b));
    let mixed = [locals.take(b), locals.take(b), locals.take(b)];
    HandWrittenRate {
        total,
        momentum,
        mixed,
    }
}

/// Converts a hand-written composite at a velocity to a derived one: for every axis, the column of B is the
/// hand-written column minus `I ad_V S`.
fn as_derived(b: &mut Builder, rates: &HandWrittenRate, velocity: &Twist) -> DerivedRate {
    let inertia = matrix(&inertia_matrix(b, &rates.total));
    let zero_twist = Twist::zero(b);
    let coriolis: Vec<Value> = unit_twists(b)
        .iter()
        .flat_map(|axis| {
            let column = HandWritten::ALL
                .coriolis_column(b, rates, velocity, axis, &zero_twist)
                .rate;
            let change = axis_change(b, velocity, axis, &zero_twist);
            let change_part = HandWritten::ALL.column(b, &rates.total, &change);
            flat_wrench(&column.minus(b, &change_part))
        })
        .collect();
    DerivedRate {
        inertia,
        coriolis: matrix(&coriolis),
    }
}
