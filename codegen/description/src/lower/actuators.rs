//! Actuators: what they drive becomes a sum of coordinates.

use crate::model::{self, ActuatorTarget, Model, Number};
use crate::settings::Settings;
use crate::system::{Actuator, Coordinate};
use multibody_program::exact::{Rational, nearest_f64};

/// The actuators of a model. Joints that a setting welds add constants to lengths.
pub fn actuators(model: &Model, settings: &Settings, coordinates: &[Coordinate]) -> Vec<Actuator> {
    let floats = |numbers: &[Number; 3]| numbers.each_ref().map(|n| nearest_f64(&n.value));
    let range = |range: &Option<[Number; 2]>| {
        let range = range.as_ref()?;
        Some(range.each_ref().map(|n| nearest_f64(&n.value)))
    };
    let actuators = model.actuators.iter().map(|actuator| {
        let (mut terms, mut offset) = (Vec::new(), Rational::ZERO);
        for (joint, coefficient) in length(model, actuator) {
            let factor = coefficient * &actuator.gear.value;
            let weld = settings.welds.iter().find(|weld| weld.joint == joint);
            if let Some(weld) = weld {
                offset += factor * &weld.position;
            } else if let Some(coordinate) = coordinates.iter().find(|c| c.joint == joint) {
                terms.push((coordinate.q, coordinate.v, nearest_f64(&factor)));
            }
        }
        Actuator {
            name: actuator.name.value.clone(),
            terms,
            offset: nearest_f64(&offset),
            gain: floats(&actuator.gain),
            bias: floats(&actuator.bias),
            control_range: range(&actuator.control_range),
            force_range: range(&actuator.force_range),
        }
    });
    actuators.collect()
}

/// The joints whose positions make up the length of an actuator's target, each with its coefficient.
fn length<'m>(model: &'m Model, actuator: &'m model::Actuator) -> Vec<(&'m str, Rational)> {
    match &actuator.target {
        ActuatorTarget::Joint(name) => vec![(name.value.as_str(), Rational::ONE)],
        ActuatorTarget::Tendon(name) => {
            let mut tendons = model.tendons.iter();
            let tendon = tendons.find(|tendon| tendon.name.value == name.value);
            let terms = tendon.iter().flat_map(|tendon| &tendon.terms);
            let term = |(joint, coefficient): &'m (model::Spanned<String>, Number)| {
                (joint.value.as_str(), coefficient.value.clone())
            };
            terms.map(term).collect()
        }
    }
}
