//! Constraints that settings ask for become constraints of the model.

use crate::model::{Constraint, End, Held, Left, Model, Number, Quantity, Span, Spanned};
use crate::settings::{Closure, LoopJoint, Settings};
use multibody_program::exact::Rational;

/// Adds contacts and loops behind the constraints of the description.
pub fn add(model: &mut Model, settings: &Settings) {
    let contacts = settings.contacts.iter().map(|link| Constraint {
        name: spanned(link),
        held: Held::Contact {
            end: origin(link),
            is_sole: false,
            in_link_axes: false,
        },
    });
    let loops = settings.loops.iter().map(|Closure { from, to, by }| {
        let left = match by {
            LoopJoint::Hinge => Left::Turn(Z),
            LoopJoint::Slider => Left::Shift(Z),
            LoopJoint::Cylindrical => Left::TurnAndShift(Z),
            LoopJoint::Ball => Left::Turns,
            LoopJoint::Fixed => Left::Nothing,
        };
        Constraint {
            name: spanned(&format!("{from}:{to}")),
            held: Held::Closed {
                ends: [origin(from), origin(to)],
                left,
            },
        }
    });
    model.constraints.extend(contacts.chain(loops));
}

const Z: usize = 2;

fn spanned(name: &str) -> Spanned<String> {
    Spanned {
        value: name.to_owned(),
        span: Span::default(),
    }
}

fn origin(link: &str) -> End {
    let zero = || {
        Quantity::Exact(Number {
            value: Rational::ZERO,
            text: String::new(),
            span: Span::default(),
        })
    };
    End {
        link: spanned(link),
        point: std::array::from_fn(|_| zero()),
    }
}
