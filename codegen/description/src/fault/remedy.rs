//! What to use in place of functions that other libraries have and this one does not emit.

use super::nearest;
use crate::function::Function;

/// Parts of names, and what to use instead.
const REMEDIES: [(&str, &str); 3] = [
    (
        "derivative",
        "derivatives are emitted of inverse and forward dynamics and of motions of links: dual numbers, as in `multibody::linearize`, give those of other functions",
    ),
    (
        "linearization",
        "no linear model is emitted: `multibody::linearize` computes that of the equation of motion",
    ),
    (
        "regressor",
        "regressors are not emitted so far: with masses and inertias as fields, dual numbers give derivatives by them",
    ),
];
const LINK_FUNCTIONS: &str = "functions of links are emitted for the links that the option `links` names, e.g. links(hand), --links hand";

/// What to use in place of a function that does not exist.
#[must_use]
pub fn remedy(name: &str) -> Option<&'static str> {
    if name.parse::<Function>().is_ok() {
        return None;
    }
    let is_of_link = |base: &str| base.parse().is_ok_and(Function::is_of_link);
    if name
        .split_once("_of_")
        .is_some_and(|(base, _)| is_of_link(base))
    {
        return Some(LINK_FUNCTIONS);
    }
    let find = |word: &str| REMEDIES.iter().find(|(part, _)| word.contains(part));
    let parts = || REMEDIES.iter().map(|(part, _)| *part);
    // A misspelt word, unless the whole is a misspelt name of a function.
    let is_misspelt_function = || nearest(name, Function::NAMES.iter().copied()).is_some();
    let misspelt = || name.split('_').find_map(|word| nearest(word, parts()));
    let row = find(name).or_else(|| find(misspelt().filter(|_| !is_misspelt_function())?));
    row.map(|(_, remedy)| *remedy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_other_libraries_lead_to_what_there_is() {
        for (name, part) in [
            ("constrained_forward_dynamics_derivatives", "linearize"),
            ("linearization", "linearize"),
            ("joint_torque_regressor", "fields"),
            ("regresor", "fields"),
            ("joint_torque_regresors", "fields"),
            ("linearisation", "linearize"),
            ("pose_of_hand", "option `links`"),
            ("jacobian_of_left_foot", "option `links`"),
        ] {
            let text = remedy(name).unwrap_or_default();
            assert!(text.contains(part), "{name}: {text}");
        }
        for name in [
            "mass_matrx",
            "bias_of_hand",
            "nonlinear_effects",
            "velocity_derivitives",
            "zzz",
        ] {
            assert_eq!(remedy(name), None, "{name}");
        }
    }

    #[test]
    fn no_function_that_there_is_has_a_remedy() {
        for name in Function::NAMES {
            assert_eq!(remedy(name), None, "{name}");
        }
    }
}
