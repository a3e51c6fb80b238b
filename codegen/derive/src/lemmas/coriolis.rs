//! Moments of composite bodies, and the rates of these moments.

use super::composite_bodies::inertia_matrix;
use super::symbols::{
    Side, SymbolicJoint, Symbols, columns, flat_wrench, matrix, moments, twist, unit_twists,
};
use crate::kernels::{
    CompositeBodies, Coriolis, DerivedRate, HandWritten, HandWrittenRate, MovingBehindJoint, Twist,
    Velocities, axis_change,
};
use multibody_outputs::local::Locals;
use multibody_program::ir::{Builder, Value};

pub fn composite_rate((b, l): Symbols<'_>, of: &SymbolicJoint<'_>, side: Side<'_>) -> Vec<Value> {
    let SymbolicJoint { joint, qd, .. } = of;
    let (rates, parent) = (moment_rates(b, l), twist(b, l));
    let own = moments(b, l);
    let composite = if let Some(written) = side.written {
        let below = [MovingBehindJoint {
            joint,
            qd,
            composite: &rates,
        }];
        let seen = written.composite_rate(b, &own, &parent, &below);
        as_derived(b, &seen, &parent)
    } else {
        let child = HandWritten::ALL.velocity(b, joint, &parent, qd);
        let below = [MovingBehindJoint {
            joint,
            qd,
            composite: &as_derived(b, &rates, &child),
        }];
        side.derived.composite_rate(b, &own, &parent, &below)
    };
    let mut outputs = columns(&composite.inertia);
    outputs.extend(columns(&composite.coriolis));
    outputs
}

/// The columns of all unit axes, and the column of an arbitrary rate of an axis; every column is a combination of
/// these. Each of these columns is projected onto an arbitrary axis of the same frame, and, after its transform to
/// the parent, onto an arbitrary axis of the parent.
pub fn column((b, l): Symbols<'_>, of: &SymbolicJoint<'_>, side: Side<'_>) -> Vec<Value> {
    let SymbolicJoint { joint, qd, .. } = of;
    let (rates, parent) = (moment_rates(b, l), twist(b, l));
    let (axis, axis_rate, any_rate) = (twist(b, l), twist(b, l), twist(b, l));
    let child = HandWritten::ALL.velocity(b, joint, &parent, qd);
    let derived = as_derived(b, &rates, &child);
    let still = Twist::zero(b);
    let units = unit_twists(b).map(|unit| (unit, still));
    let mut outputs = Vec::new();
    for (unit, unit_rate) in units.into_iter().chain([(still, any_rate)]) {
        let (own, above) = if let Some(written) = side.written {
            let column = written.column_rate(b, &rates, &child, &unit, &unit_rate);
            let own = written.entries(b, &column, &child, &axis, &axis_rate);
            let seen = written.retreat_column(b, joint, &parent, qd, &column);
            (own, written.entries(b, &seen, &parent, &axis, &axis_rate))
        } else {
            let column = side
                .derived
                .column_rate(b, &derived, &child, &unit, &unit_rate);
            let own = side.derived.entries(b, &column, &child, &axis, &axis_rate);
            let seen = side.derived.retreat_column(b, joint, &parent, qd, &column);
            (
                own,
                side.derived.entries(b, &seen, &parent, &axis, &axis_rate),
            )
        };
        outputs.extend([own.in_column, own.in_row, above.in_column, above.in_row]);
    }
    outputs
}

pub fn body_coriolis((b, l): Symbols<'_>, side: Side<'_>) -> Vec<Value> {
    let (inertia, velocity) = (moments(b, l), twist(b, l));
    let composite = if let Some(written) = side.written {
        let own = written.composite_rate(b, &inertia, &velocity, &[]);
        as_derived(b, &own, &velocity)
    } else {
        side.derived.composite_rate(b, &inertia, &velocity, &[])
    };
    columns(&composite.coriolis)
}

/// Symbols for arbitrary moments and rates of moments, not only those of one body.
fn moment_rates(b: &mut Builder, l: &mut Locals) -> HandWrittenRate {
    let (total, momentum) = (moments(b, l), l.take(b));
    let mixed = [l.take(b), l.take(b), l.take(b)];
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
    let still = Twist::zero(b);
    let coriolis: Vec<Value> = unit_twists(b)
        .iter()
        .flat_map(|axis| {
            let column = HandWritten::ALL
                .column_rate(b, rates, velocity, axis, &still)
                .rate;
            let change = axis_change(b, velocity, axis, &still);
            let bent = HandWritten::ALL.column(b, &rates.total, &change);
            flat_wrench(&column.minus(b, &bent))
        })
        .collect();
    DerivedRate {
        inertia,
        coriolis: matrix(&coriolis),
    }
}
