//! Lowering of actuators.

use super::forces::ForceLine;
use crate::force::Along;
use crate::model::{self, ActuatorTarget, Model, Number, Spanned};
use crate::system::Actuator;
use multibody_program::exact::{Rational, integer, nearest_f64};

/// The actuators of a model. `line` returns the line of action along a weighted sum of joint positions, as for a
/// tendon; `None` if none of these joints moves.
pub fn actuators(
    model: &Model,
    line: impl Fn(&[(Spanned<String>, Number)]) -> Option<ForceLine>,
) -> Vec<Actuator> {
    let lower = |actuator: &model::Actuator| {
        let force_line = match &actuator.target {
            ActuatorTarget::Joint(joint) => {
                let one = Number::derived(integer(1), joint.span);
                line(&[(joint.clone(), one)])
            }
            ActuatorTarget::Tendon(name) => {
                let mut tendons = model.tendons.iter();
                let tendon = tendons.find(|tendon| tendon.name.value == name.value);
                tendon.and_then(|tendon| line(&tendon.terms))
            }
        };
        let (rates, constant) = match force_line {
            Some(ForceLine {
                along: Along::Rates(rates),
                constant,
            }) => (rates, constant),
            _ => (Vec::new(), Rational::ZERO),
        };
        let values = |numbers: &[Number; 3]| numbers.each_ref().map(|number| number.value.clone());
        Actuator {
            name: actuator.name.value.clone(),
            rates,
            constant,
            gear: actuator.gear.value.clone(),
            gain: values(&actuator.gain),
            bias: values(&actuator.bias),
            control_range: ends(actuator.control_range.as_ref()),
            force_range: ends(actuator.force_range.as_ref()),
        }
    };
    model.actuators.iter().map(lower).collect()
}

/// The lowest and the highest value of a range; infinite without a range.
fn ends(range: Option<&[Number; 2]>) -> [f64; 2] {
    match range {
        Some(ends) => ends.each_ref().map(|end| nearest_f64(&end.value)),
        None => [f64::NEG_INFINITY, f64::INFINITY],
    }
}
