//! Turns the contacts and loops of the settings into constraints of the model.

use crate::constraint::{FreeMotions, contact, loop_joint};
use crate::function::Axes;
use crate::model::{Constraint, ConstraintKind, End, Model, Number, Quantity, Span, Spanned};
use crate::settings::{Closure, LoopJoint, Settings};
use multibody_program::exact::Rational;

/// Adds contacts and loops after the constraints of the description.
pub fn add(model: &mut Model, settings: &Settings) {
    let contacts = settings.contacts.iter().map(|link| Constraint {
        name: name_without_span(link),
        kind: ConstraintKind::Velocity {
            end: origin(link),
            axes: Axes::World,
            rows: contact::point_rows(),
        },
    });
    let loops = settings.loops.iter().map(|closure| {
        let Closure { from, to, by } = closure;
        let motions = match by {
            LoopJoint::Hinge => FreeMotions::Revolute(Z),
            LoopJoint::Slider => FreeMotions::Prismatic(Z),
            LoopJoint::Cylindrical => FreeMotions::Cylindrical(Z),
            LoopJoint::Ball => FreeMotions::Ball,
            LoopJoint::Fixed => FreeMotions::Nothing,
        };
        Constraint {
            name: name_without_span(&closure.constraint()),
            kind: ConstraintKind::Frames {
                ends: [origin(from), origin(to)],
                rows: loop_joint::rows(motions),
                lengths: Vec::new(),
            },
        }
    });
    model.constraints.extend(contacts.chain(loops));
}

/// The index of the axis z, about or along which loop closures of the settings move.
const Z: usize = 2;

/// A name from the settings, which have no places in the description.
fn name_without_span(name: &str) -> Spanned<String> {
    Spanned {
        value: name.to_owned(),
        span: Span::default(),
    }
}

/// The origin of the frame of a link.
fn origin(link: &str) -> End {
    let zero = || {
        Quantity::Exact(Number {
            value: Rational::ZERO,
            text: String::new(),
            span: Span::default(),
        })
    };
    End {
        link: name_without_span(link),
        point: std::array::from_fn(|_| zero()),
    }
}
