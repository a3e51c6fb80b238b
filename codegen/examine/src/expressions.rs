//! Faults of expressions and of the system as a whole: expressions that are undefined at all states, terms of T that are no
//! polynomials of at most second degree in the rates, robots in which nothing moves; and numbers that were snapped.

use crate::size::CoupledRates;
use multibody_description::fault::{Fault, Faults, Shown};
use multibody_description::model::{Model, Span};
use multibody_description::system::System;
use multibody_prove::{
    Undefined, find_body_without_rotation, find_nonquadratic_term, find_undefined,
};

/// The largest number of pairs of rates that expressions may couple: all pairs of 64 rates. The time to derive M and to
/// judge its programs grows faster than the number of pairs.
const PAIRS_LIMIT: usize = 2080;

/// Reports faults of expressions, a robot in which nothing moves once the settings are applied, and numbers that were
/// snapped.
pub fn report(model: &Model, system: &System, faults: &mut Faults) {
    let is_mobile = |name: &str| {
        let mut joints = system.tree.joints.iter();
        system.coordinates.iter().any(|c| c.name == name)
            || joints.any(|joint| joint.name == name && joint.single_rate_motion().is_some())
    };
    if check_coupled_rates(model, system, faults) {
        return;
    }
    let symbolic = &model.symbolic;
    // The index of `Undefined::Force` counts only the forces along mobile joints.
    let coordinates = symbolic.forces.iter().map(|(coordinate, _)| coordinate);
    let coordinates_of_forces: Vec<_> = coordinates
        .filter(|coordinate| is_mobile(&coordinate.value))
        .collect();
    let expressions = model
        .constraints
        .iter()
        .flat_map(|constraint| constraint.kind.expressions());
    let spans: Vec<Span> = expressions.map(|(_, span)| span).collect();
    // Expressions that are undefined at all states.
    for expression in find_undefined(system) {
        let (span, subject) = match expression {
            Undefined::Kinetic(index) => (symbolic.kinetic[index].1, "the kinetic energy"),
            Undefined::Potential(index) => (symbolic.potential[index].1, "the potential energy"),
            Undefined::Force(index) => (coordinates_of_forces[index].span, "the force"),
            Undefined::Body(index) => (symbolic.bodies[index].name.span, "the place of this body"),
            Undefined::Constraint(index) => (spans[index], "the constraint"),
            Undefined::Spring(index) => {
                let name = &model.point_springs[index].name;
                let spring = Shown::from(&name.value);
                faults.push(name.span, Fault::TokenSpringEnds { spring });
                continue;
            }
        };
        faults.push(span, Fault::TokenNowhere { what: subject });
    }
    if let Some(index) = find_nonquadratic_term(system) {
        let (_, span) = model.symbolic.kinetic[index];
        faults.push(span, Fault::TokenNotQuadratic);
    }
    // `TokenNotTurned`: the first body whose pose is given by expressions with axes that are not orthonormal.
    if let Some(index) = find_body_without_rotation(system) {
        let name = &model.symbolic.bodies[index].name;
        let body = Shown::from(&name.value);
        faults.push(name.span, Fault::TokenNotTurned { body });
    }
    if system.nv() == 0 {
        faults.push(model.name.span, Fault::SettingNoMobileJoint);
    }
    if let Some(snap) = system.snaps.first() {
        let fault = Fault::SettingSnapped {
            count: system.snaps.len(),
            place: snap.place.clone(),
            change: format!("{:.1e}", snap.change),
        };
        faults.push(model.name.span, fault);
    }
}

/// Reports expressions that couple too many rates. Returns whether there are any, since the other checks would then
/// take too long.
fn check_coupled_rates(model: &Model, system: &System, faults: &mut Faults) -> bool {
    let pairs = CoupledRates::of(system).pair_count();
    if pairs <= PAIRS_LIMIT {
        return false;
    }
    let symbolic = &model.symbolic;
    let terms = symbolic.kinetic.iter().map(|(_, span)| *span);
    let spans = terms.chain(symbolic.bodies.iter().map(|body| body.name.span));
    let rates = CoupledRates::of_each_expression(system);
    let counts = rates.iter().map(CoupledRates::pair_count);
    // The expression with the most pairs: their number, and its place.
    let (pairs_of_expression, span) = counts
        .zip(spans)
        .max_by_key(|(count, _)| *count)
        .expect("an expression that couples rates");
    let limit = PAIRS_LIMIT;
    let fault = Fault::TokenCouplesTooMany {
        pairs,
        limit,
        own: pairs_of_expression,
    };
    faults.push(span, fault);
    true
}
