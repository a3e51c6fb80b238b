//! Sentences of the documentation on motors, and on the support of unactuated rates by constraints.

use multibody_description::findings::ExaminedSystem;
use multibody_description::findings::Support;
use multibody_description::function::Quantity;
use multibody_description::system::System;
use multibody_support::foreign::Shown;

/// Which coordinates no motor drives and, if multipliers are solved for, what remains of the forces along them.
pub fn sentences(system: &ExaminedSystem, quantity: Quantity) -> String {
    let actuation = &system.findings.actuation;
    let is_actuated = |v: usize| {
        actuation
            .has_motor
            .get(v)
            .is_none_or(|&has_motor| has_motor)
    };
    let unactuated = names(system, |v| !is_actuated(v));
    let Some(unactuated) = unactuated else {
        return "Motors drive all coordinates: the residual is 0.".into();
    };
    let start = format!("No motor drives {unactuated}");
    if !quantity.has_least_squares() {
        return start + ".";
    }
    // The coordinates that neither a motor drives nor a constraint acts on.
    let unconstrained = names(system, |v| {
        !is_actuated(v) && !actuation.constrained.contains(&v)
    });
    let ending = match actuation.support() {
        Some(Support::UpToFreeMotions) => {
            ";\nthe residual is the force there along motions that constraints leave free".into()
        }
        Some(Support::UpToResidual) => ";\nthere are too few constraints to transmit all forces there".into(),
        Some(Support::Full) | None => match unconstrained {
            Some(unconstrained) if unconstrained == unactuated => ";\nno constraint acts there".into(),
            Some(unconstrained) => {
                format!(
                    ";\nno constraint acts along {unconstrained}, along the rest the residual is 0 at almost all positions"
                )
            }
            None => ";\nat almost all positions constraints transmit all forces there: the residual is 0"
                .to_owned(),
        },
    };
    format!("{start}{ending}.")
}

/// The names of the coordinates that have a rate with this property.
fn names(system: &System, has_property: impl Fn(usize) -> bool) -> Option<String> {
    let coordinates = system.coordinates.iter();
    let matches = coordinates.filter(|c| c.v_range().any(&has_property));
    let names: Vec<String> = matches
        .map(|coordinate| format!("`{}`", Shown::from(&coordinate.name)))
        .collect();
    match &names[..] {
        [] => None,
        [others @ .., last] if !others.is_empty() => {
            Some(format!("{} and {last}", others.join(", ")))
        }
        names => Some(names.concat()),
    }
}
