//! Force elements of joints, one file for each type.
//!
//! A force element acts along the one degree of freedom of its joint, or along a sum of positions. It is a value: a
//! type, and the coefficients from a description. The file of a type defines everything about it: what it reads, the
//! resistance for the derivation, the potential for the proof, its counterpart at run time, and its names.
//! Stages iterate over the elements of a robot without distinguishing their types.

mod damping;
mod force_type;
mod friction;
mod spring;

pub use force_type::{ForceType, ForceVariable, JointState, Kind};

use crate::model::{ForceCoefficients, Quantity};
use crate::settings::Settings;
use multibody_program::exact::Rational;
use multibody_program::ir::Value;

/// All types.
pub const TYPES: [Kind; 3] = [
    &spring::LinearSpring,
    &damping::Damping,
    &friction::Friction,
];

/// A force element of a joint or a tendon, as read.
#[derive(Clone, Debug)]
pub struct Element {
    /// Its type.
    pub kind: Kind,
    /// The position along which it acts.
    pub along: Along,
    /// The coefficients from description and settings, in the order of its type.
    pub coefficients: Vec<Value>,
}

/// The position along which a force acts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Along {
    /// The position of the joint with this index in the system. The joint has one degree of freedom.
    Joint(usize),
    /// A sum of positions, each given by the index of the rate that is its derivative, and a factor. A force that
    /// depends on rates alone may also act along rates that are no derivatives of positions.
    Rates(Vec<(usize, Rational)>),
}

/// Whether two types are the same.
#[must_use]
pub fn are_same(first: Kind, second: Kind) -> bool {
    first.name() == second.name()
}

/// Whether a type stores energy.
#[must_use]
pub fn stores_energy(kind: Kind) -> bool {
    kind.variable() == ForceVariable::Position
}

/// The force elements of a joint or tendon of a model, without those whose first coefficient is 0.
pub fn read(
    coefficients: &ForceCoefficients,
    settings: &Settings,
) -> impl Iterator<Item = (Kind, Vec<Quantity>)> {
    let elements = TYPES
        .into_iter()
        .filter_map(move |kind| Some((kind, kind.read(coefficients, settings)?)));
    elements.filter(|(_, coefficients)| !is_zero(&coefficients[0]))
}

/// Whether a quantity is known to be 0.
fn is_zero(quantity: &Quantity) -> bool {
    quantity.exact().is_some_and(|n| n.value == Rational::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;
    use multibody_program::ir::{Builder, DualValue, Floats, InputKind, evaluate};

    /// Minus the force is the derivative of the potential, at positions and rates of either sign.
    #[test]
    fn resistances_are_derivatives_of_potentials() {
        for kind in TYPES {
            let mut b = Builder::new();
            let [q, qd, first, second] = [0, 1, 2, 3].map(|index| b.input(InputKind::Local, index));
            let coefficients = [first, second];
            let resistance = kind.resistance(&mut b, &coefficients, JointState { q, qd });
            let x = match kind.variable() {
                ForceVariable::Position => q,
                ForceVariable::Rate => qd,
            };
            let potential = kind.potential(&mut b, &coefficients, x);
            let program = b.finish(&[potential]);
            let slope = b.inline_dual(&program, |b, input| {
                let value = b.input(input.kind, input.index as usize);
                let change = if value == x { b.one() } else { b.zero() };
                DualValue { value, change }
            });
            let program = b.finish(&[resistance, slope[0].change]);
            for (q, qd) in [(0.7, 0.3), (-1.4, -2.0), (0.2, 0.0)] {
                let arguments = [q, qd, 5.0, 0.25];
                let inputs = [(InputKind::Local, &arguments[..])].into();
                let values = evaluate(&program, &mut Floats { inputs });
                let error: f64 = values[0] - values[1];
                assert!(error.abs() < 1e-14, "{} {q} {qd}: {values:?}", kind.name());
            }
        }
    }
}
