//! Numbers that must not depend on fields of the struct.

use super::piece::Context;
use crate::fault::Fault;
use crate::model::{Number, Quantity, Span};
use multibody_program::exact::integer;

/// The number of a quantity that must not depend on fields; reports a quantity that does. `noun` names it in messages.
pub fn known_number(quantity: Quantity, noun: &str, context: &mut Context<'_>) -> Option<Number> {
    match quantity {
        Quantity::Exact(number) => Some(number),
        Quantity::Expression(_, span) => {
            let place = noun.to_owned();
            context.faults.push(span, Fault::TokenNotConstant { place });
            None
        }
    }
}

/// The unit vector of a coordinate axis, or its opposite.
pub fn unit_vector(axis: usize, is_negative: bool, span: Span) -> [Number; 3] {
    std::array::from_fn(|k| {
        let component = i64::from(k == axis) * if is_negative { -1 } else { 1 };
        Number {
            value: integer(component),
            text: component.to_string(),
            span,
        }
    })
}
