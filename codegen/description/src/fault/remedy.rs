//! What to use in place of functions that other libraries have and this one does not emit.

use super::nearest;
use crate::function::Function;

/// Parts of the names of functions in other libraries, and what to use instead.
const REMEDIES: [(&str, &str); 3] = [
    (
        "derivative",
        "derivatives are emitted of inverse and forward dynamics, also as products (`_jvp`, `_vjp`), of motions of links and \
         of `center_of_mass_velocity`: dual numbers, as in `multibody::linearize`, give those of other functions",
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
/// The remedy for functions of links.
const LINK_FUNCTIONS: &str = "functions of links are emitted for the links that the option `links` names, e.g. links(hand), --links hand";
const GRAVITY_DERIVATIVES: &str = "the derivatives of gravity are `gravity_stiffness`";

/// Words of derivatives and of products with them.
const DERIVATIVES: [&str; 6] = [
    "derivative",
    "derivatives",
    "jvp",
    "vjp",
    "gradient",
    "hessian",
];
/// Beginnings of words for derivatives that are not emitted so far, and what to use instead.
const NOT_YET: [(&[&str], &str); 3] = [
    (
        &["constrain", "contact", "impulse"],
        "derivatives under constraints are not emitted so far: `multibody::linearize_at` of `multibody::Constrained` computes those \
         of accelerations, and `multibody::Dual` numbers those of other functions",
    ),
    (
        &["field", "parameter"],
        "derivatives by fields are not emitted so far: with dual numbers as fields the function itself computes them",
    ),
    (
        &["second", "hessian"],
        "second derivatives are not emitted so far: the first ones in `multibody::Dual` numbers give them along a direction",
    ),
];

/// What to use in place of a function that does not exist; `None` if it exists, or if its name is rather a misspelling of one
/// that does.
#[must_use]
pub fn remedy(name: &str) -> Option<&'static str> {
    if name.parse::<Function>().is_ok() {
        return None;
    }
    // Before the words of derivatives: `second`, `contact` and `field` begin names of links too.
    let is_of_link = |base: &str| base.parse().is_ok_and(Function::is_of_link);
    if name
        .split_once("_of_")
        .is_some_and(|(base, _)| is_of_link(base))
    {
        return Some(LINK_FUNCTIONS);
    }
    if let Some(remedy) = missing_derivatives_remedy(name) {
        return Some(remedy);
    }
    if is_near_derivatives(name) {
        return None;
    }
    if name.starts_with("gravity_derivative") {
        return Some(GRAVITY_DERIVATIVES);
    }
    let find = |word: &str| REMEDIES.iter().find(|(part, _)| word.contains(part));
    let parts = || REMEDIES.iter().map(|(part, _)| *part);
    // A misspelt part counts too, unless the whole is a misspelt name of a function.
    let is_misspelt_function = || nearest(name, Function::NAMES.iter().copied()).is_some();
    let misspelt = || name.split('_').find_map(|word| nearest(word, parts()));
    let row = find(name).or_else(|| find(misspelt().filter(|_| !is_misspelt_function())?));
    row.map(|(_, remedy)| *remedy)
}

/// What to use in place of derivatives that are not emitted so far.
fn missing_derivatives_remedy(name: &str) -> Option<&'static str> {
    let words = || name.split(|c: char| !c.is_ascii_alphanumeric());
    let is_derivative = |word: &str| nearest(word, DERIVATIVES).is_some();
    if !words().any(is_derivative) {
        return None;
    }
    let begins = |beginnings: &[&str]| {
        let mut pairs = words().flat_map(|word| beginnings.iter().map(move |b| (word, *b)));
        pairs.any(|(word, beginning)| word.starts_with(beginning))
    };
    let row = NOT_YET.iter().find(|(beginnings, _)| begins(beginnings));
    row.map(|(_, remedy)| *remedy)
}

/// Whether a name is a misspelt name of derivatives: the part before `_derivative` is close to that part of a known
/// name, and the whole is close to a known name. The whole alone does not suffice: `_derivative` is so long that it makes
/// the names of different functions close.
fn is_near_derivatives(name: &str) -> bool {
    const WORD: &str = "_derivative";
    let Some((base, _)) = name.split_once(WORD) else {
        return false;
    };
    let names = Function::NAMES.iter().filter(|function_name| {
        let known_base = function_name.split_once(WORD).map(|(base, _)| base);
        known_base.is_some_and(|known_base| nearest(base, [known_base]).is_some())
    });
    nearest(name, names.copied()).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_of_other_libraries_have_remedies() {
        for (name, part) in [
            ("momentum_derivatives", "linearize"),
            ("energy_derivatives", "linearize"),
            ("gravity_derivatives", "gravity_stiffness"),
            ("constrained_forward_dynamics_derivatives", "constraints"),
            ("constrained_forward_dynamics_jvp", "constraints"),
            ("constrained_forward_dynamics_derivatvies", "constraints"),
            ("inverse_dynamics_derivatives(fields)", "by fields"),
            ("inverse_dynamics_derivatives_by_fields", "by fields"),
            ("inverse_dynamics_second_derivatives", "second derivatives"),
            ("inverse_dynamics_hessian", "second derivatives"),
            ("linearization", "linearize"),
            ("joint_torque_regressor", "fields"),
            ("regresor", "fields"),
            ("joint_torque_regresors", "fields"),
            ("linearisation", "linearize"),
            ("pose_of_hand", "option `links`"),
            ("jacobian_of_left_foot", "option `links`"),
            ("velocity_derivatives_of_second_finger", "option `links`"),
            ("acceleration_derivatives_of_contact_pad", "option `links`"),
            ("velocity_derivatives_of_constraint_frame", "option `links`"),
            ("acceleration_derivatives_of_field_lens", "option `links`"),
            ("velocity_derivatives_of_parameter_plate", "option `links`"),
            ("second_derivatives_of_hand", "second derivatives"),
        ] {
            let text = remedy(name).unwrap_or_default();
            assert!(text.contains(part), "{name}: {text}");
        }
        for name in [
            "mass_matrx",
            "bias_of_hand",
            "nonlinear_effects",
            "velocity_derivitives",
            "inverse_dynamics_derivative",
            "invers_dynamics_derivatives",
            "forward_dynamic_derivatives",
            "velocity_derivative",
            "velocity_derivatives_bdy",
            "inverse_dynamics_derivatives_into",
            "zzz",
        ] {
            assert_eq!(remedy(name), None, "{name}");
        }
    }

    #[test]
    fn emitted_functions_have_no_remedy() {
        for name in Function::NAMES {
            assert_eq!(remedy(name), None, "{name}");
        }
    }
}
