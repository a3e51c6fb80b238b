//! Limits on the numbers of rates, moving joints and digits of mimic multipliers: the work grows with these numbers.

use super::rules::Rule;
use crate::check::Structure;
use crate::fault::{Fault, Faults, Shown};
use crate::model::{self, Model};
use multibody_program::exact::{bits, nearest_f64};

/// Maximum number of rates: the work grows with their cube. Humanoids with two hands have some 70.
const RATES_LIMIT: usize = 128;
/// Maximum number of moving joints and of bodies whose poses are given by expressions. Mimic joints count, since each moves a
/// body of its own.
const MOVING_LIMIT: usize = 128;
/// Maximum number of bits of the multiplier between a joint and its leader, numerator and denominator together: some 75
/// decimals. This multiplier is the product of those along the mimic chain, and its square is a factor in sums over all
/// bodies.
const MULTIPLIER_BITS: usize = 512;

/// Reports a robot with more rates than can be derived; the rates of the root do not count.
pub fn check_rates(model: &Model, rules: &[Rule], faults: &mut Faults) {
    let rates = |(index, joint): (usize, &model::Joint)| {
        let is_independent = rules[index].is_independent(index);
        let motions = joint.kind.value.motions().iter().filter(|_| is_independent);
        motions.map(|motion| motion.kind.nv()).sum::<usize>()
    };
    let joint_rates: usize = model.joints.iter().enumerate().map(rates).sum();
    let count = joint_rates + model.symbolic.coordinates.len();
    let limit = RATES_LIMIT;
    if count > limit {
        let fault = Fault::SettingTooManyRates {
            found: count,
            limit,
        };
        faults.push(model.name.span, fault);
    }
}

/// Reports more moving joints, and bodies placed by expressions, than can be derived.
pub fn check_moving(model: &Model, rules: &[Rule], faults: &mut Faults) {
    let moving = rules.iter().filter(|rule| !rule.is_locked());
    let bodies = model.symbolic.bodies.len();
    let (count, limit) = (moving.count() + bodies, MOVING_LIMIT);
    if count > limit {
        let fault = Fault::SettingTooManyMobileJoints {
            found: count,
            limit,
        };
        faults.push(model.name.span, fault);
    }
}

/// Reports, for each mimic chain, the first joint at which the product of the multipliers has too many digits.
pub fn check_multipliers(
    model: &Model,
    structure: &Structure,
    rules: &[Rule],
    faults: &mut Faults,
) {
    // The multiplier of a joint, if it has too many bits.
    let long_multiplier = |index: usize| match &rules[index] {
        Rule::Follows { multiplier, .. } if bits(multiplier) > MULTIPLIER_BITS => Some(multiplier),
        _ => None,
    };
    for (index, joint) in model.joints.iter().enumerate() {
        let is_first =
            structure.mimic[index].is_none_or(|leader| long_multiplier(leader).is_none());
        if let (Some(mimic), Some(multiplier), true) =
            (&joint.mimic, long_multiplier(index), is_first)
        {
            let name = Shown::from(&joint.name.value);
            let is_chain =
                structure.mimic[index].is_some_and(|leader| structure.mimic[leader].is_some());
            let (text, place) = if is_chain {
                let product = format!("{:e}", nearest_f64(multiplier));
                let place = format!(
                    "the product of the multipliers of joint `{name}` and of those it follows"
                );
                (Shown::from(&product), place)
            } else {
                let place = format!("multiplier of joint `{name}`");
                (Shown::from(&mimic.multiplier.text), place)
            };
            faults.push(mimic.multiplier.span, Fault::NumberTooFine { text, place });
        }
    }
}
