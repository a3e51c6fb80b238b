//! Gravity as the unit of acceleration.
//!
//! Potential energy and gravity forces are products of masses and gravity. If g is divided by one of its components, sign
//! included, and the masses are multiplied by that component, these products stay the same. All else that depends on the masses
//! changes; they may even be negative.

use crate::Tree;
use multibody_program::exact::Rational;
use multibody_program::ir::Value;

/// The tree with gravity, or its largest component, as the unit of acceleration. It is valid for gravity forces and potential
/// energy only, and unchanged if gravity is 0, or has several nonzero components that are not all constant.
#[must_use]
pub fn in_gravity_unit(tree: &Tree) -> Tree {
    let mut result = tree.clone();
    let Some(unit) = gravity_unit(tree) else {
        return result;
    };
    let b = &mut result.builder;
    let inverse = b.div(Value::ONE, unit);
    result.gravity = result
        .gravity
        .map(|g| if g == unit { Value::ONE } else { b.mul(inverse, g) });
    let bodies = result.bodies.iter_mut().map(|body| &mut body.inertia);
    for inertia in bodies.chain([&mut result.world_inertia]) {
        inertia.mass = b.mul(unit, inertia.mass);
        inertia.first_moment = inertia.first_moment.map(|h| b.mul(unit, h));
        inertia.second_moment = inertia.second_moment.map(|row| row.map(|s| b.mul(unit, s)));
    }
    result
}

/// The only nonzero component of gravity, or the largest one in magnitude if all are constant; with its sign. None: gravity is 0,
/// or some of several components are not constant.
fn gravity_unit(tree: &Tree) -> Option<Value> {
    let components = tree.gravity.into_iter();
    let nonzero_components: Vec<Value> = components.filter(|&g| !tree.builder.is_zero(g)).collect();
    if let [component] = nonzero_components[..] {
        return Some(component);
    }
    let magnitude = |value: &Value| {
        let constant = tree.builder.as_constant(*value)?;
        Some(if *constant < Rational::ZERO { -constant.clone() } else { constant.clone() })
    };
    let magnitudes: Option<Vec<Rational>> = nonzero_components.iter().map(magnitude).collect();
    let (largest, _) = (nonzero_components.into_iter().zip(magnitudes?))
        .max_by(|(_, left), (_, right)| left.cmp(right))?;
    Some(largest)
}
