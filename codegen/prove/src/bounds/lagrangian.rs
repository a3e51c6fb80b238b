//! Bounds of the Lagrangian, and of an equation with a program.

use std::collections::BTreeMap;

use dashu_base::BitTest;

use super::Bounds;
use super::fraction::{FractionBound, PolynomialBound};
use super::values::ValueBounds;
use crate::evaluation::SystemPrograms;
use multibody_description::findings::ExaminedSystem;
use multibody_description::function::{Quantity, Target};
use multibody_description::joint::orientations;
use multibody_description::system::System;
use multibody_program::ir::{Input, InputKind, Program};

/// The maximum number of placements of links, or of their derivatives, in a product of an equation. The momentum's derivative
/// has the most, four: the angular velocity `X' X^T` and the inertia `X I X^T`, one of them differentiated. The rest is a margin.
const PLACEMENTS: f64 = 8.0;
/// The maximum number of evaluations of the program in an equation: C at two vectors needs two, and one is a margin.
const EVALUATIONS: f64 = 3.0;
/// The maximum number of vectors, rates and accelerations in a product of an equation.
const VECTORS: f64 = 16.0;
/// How often at most a placement is differentiated.
const DERIVATIVES: f64 = 3.0;
/// For a joint whose rates are not derivatives of its coordinates, this power of its transform bounds both its
/// displacement (an exponential to third order) and its axes (computed from the transform, its inverse and N).
const OF_QUASI_RATES: f64 = 24.0;

/// Bounds of the polynomial that is 0 where a program satisfies the equation of its target. None: there is no bound here, since
/// the equation has roots, other functions than sines and cosines, parameters, expressions or constraints, is that of the
/// centroidal momentum, or has a degree beyond floats.
#[must_use]
pub fn bounds(system: &ExaminedSystem, target: Target, program: &Program) -> Option<Bounds> {
    if !is_bounded(system, target) {
        return None;
    }
    let programs = SystemPrograms::of(system).with_angles_of(program);
    let mut values = ValueBounds::new(programs.parts.clone(), quaternions(system));
    let motions = || programs.motions.iter().flatten();
    values.add_constants(program);
    values.add_constants(&programs.numbers);
    for motion in motions() {
        values.add_constants(&motion.transform);
        motion
            .rate_map
            .iter()
            .for_each(|map| values.add_constants(map));
    }
    for force in &programs.forces {
        // Rates at which roots exist are not equally likely.
        if !force.roots.outputs().is_empty() {
            return None;
        }
        values.add_constants(&force.potential);
        values.add_constants(&force.position);
    }
    let outputs = values.outputs(program);
    let numbers = values.outputs(&programs.numbers);
    let mut placement = FractionBound::default();
    let mut count = 1.0;
    for motion in motions() {
        let mut transform = values.outputs(&motion.transform);
        if let Some(map) = &motion.rate_map {
            let map = values.outputs(map);
            transform = transform.times(&map).power(OF_QUASI_RATES);
        }
        // Three factors of numbers: the joint's origin, its axes, their inverse. Four products of 4 x 4 matrices add 2 bits each.
        placement = placement.times(&transform).times(&numbers.power(3.0));
        placement.numerator.height += 8.0;
        count += 1.0;
    }
    // Joints without motions place links too.
    let joints = system.tree.joints.len() as f64;
    placement = placement.times(&numbers.power(joints));
    placement.numerator.height += 2.0 * joints;
    // A derivative multiplies by a rate and by the factor of an angle, and has a term for each factor of a product.
    let factors = system.tree.joints.iter().flat_map(|joint| &joint.motions);
    let bits = factors.map(|motion| {
        let of = &motion.multiplier;
        of.numerator().bit_len() + of.denominator().bit_len()
    });
    let parts = programs.parts.values().map(BitTest::bit_len).max();
    let bits = bits.max().unwrap_or(0) + parts.unwrap_or(0);
    let terms = (placement.numerator.degree + count + 2.0).log2();
    placement.numerator.degree += DERIVATIVES;
    placement.numerator.height += DERIVATIVES * (terms + bits as f64 + 4.0);

    let one = PolynomialBound::default();
    let both =
        |values: &ValueBounds, of: &FractionBound| of.numerator.times(values.denominator(of), 1.0);
    let mut whole = one.times(both(&values, &placement), PLACEMENTS);
    whole = whole.times(both(&values, &numbers), 4.0);
    whole = whole.times(both(&values, &outputs), EVALUATIONS);
    for force in &programs.forces {
        // Its arguments are the joint's position or rate, and its coefficients.
        let potential = values.outputs(&force.potential);
        let position = values.outputs(&force.position);
        let multiplier = &force.multiplier;
        let bits = multiplier.numerator().bit_len() + multiplier.denominator().bit_len();
        let degree = both(&values, &potential).degree;
        whole = whole.times(both(&values, &potential), 1.0);
        whole = whole.times(both(&values, &position), degree);
        whole = whole.times(both(&values, &numbers), degree);
        whole.height += degree * (bits as f64 + 2.0);
    }
    let summands = (system.tree.links.len() + system.nv() + system.forces.len() + 16) as f64;
    // Two angles that differ may have the same value at a state. Their difference is linear.
    let pairs = values.circles * values.circles;
    let of_difference = 2.0 * (values.scale_bits() + bits as f64 + 64.0);
    let bounds = Bounds {
        degree: whole.degree + VECTORS + pairs,
        height: whole.height + VECTORS * summands.log2() + pairs * of_difference,
    };
    let is_finite = bounds.degree.is_finite() && bounds.height.is_finite();
    // The rounding errors of sums of non-negative floats are far smaller than this margin.
    let above = |bound: f64| bound * (1.0 + 1e-6);
    (is_finite && !values.has_failed).then_some(Bounds {
        degree: above(bounds.degree),
        height: above(bounds.height),
    })
}

/// The quaternion of each input that belongs to one. Other charts have numbers that are drawn, or functions without bounds.
fn quaternions(system: &System) -> BTreeMap<Input, usize> {
    let mut quaternions = BTreeMap::new();
    for coordinate in &system.coordinates {
        for (at, chart) in orientations(coordinate.kind.coordinates()) {
            let (first, count) = (coordinate.q + at, chart.neutral().len());
            let inputs = (first..first + count).map(|at| Input::new(InputKind::Q, at));
            if count == 4 {
                quaternions.extend(inputs.map(|input| (input, first)));
            }
        }
    }
    quaternions
}

/// Whether the terms of an equation are products of placements, numbers and outputs of the program.
fn is_bounded(system: &ExaminedSystem, target: Target) -> bool {
    let is_plain = system.parameters.is_empty()
        && system.constraints.is_empty()
        && system.point_springs.is_empty()
        && system.symbolic.kinetic.is_empty()
        && system.symbolic.potential.is_empty()
        && system.symbolic.forces.is_empty()
        && system.symbolic.bodies.is_empty();
    let is_known = match target.function.quantity() {
        Quantity::MassMatrix
        | Quantity::MassMatrixInverse
        | Quantity::CoriolisMatrix
        | Quantity::ChristoffelSymbols
        | Quantity::Force(_)
        | Quantity::Applied
        | Quantity::Acceleration(_)
        | Quantity::FreeBodies(_)
        | Quantity::KineticEnergy
        | Quantity::PotentialEnergy
        | Quantity::CenterOfMass
        | Quantity::CenterOfMassVelocity
        | Quantity::CenterOfMassAcceleration
        | Quantity::TotalMass
        | Quantity::Pose
        | Quantity::Jacobian(_)
        | Quantity::JacobianRate(_)
        | Quantity::LinkVelocity(_)
        | Quantity::LinkAcceleration(_)
        | Quantity::Momentum
        | Quantity::MomentumRate
        | Quantity::SpringEnergy
        | Quantity::JointWrench { .. } => true,
        Quantity::Centroidal
        | Quantity::Constraint
        | Quantity::ConstraintJacobian
        | Quantity::ConstraintBias
        | Quantity::Constrained(_)
        | Quantity::ConstrainedInverse { .. } => false,
    };
    is_plain && is_known
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::described::system_of;
    use crate::examine::examine;
    use multibody_description::function::Function;
    use multibody_program::ir::{Builder, Function as Called, Value};

    const PENDULUM: &str = "gravity = [0, 0, -9.81], \
         joint hinge { revolute, axis: y, parent: world, child: bob }, \
         body bob { mass: 1.5, com: [0, 0, 0.5], inertia: diag(0.1, 0.1, 0.01) }";

    fn of(make: impl FnOnce(&mut Builder, Value) -> Value) -> Option<Bounds> {
        within(PENDULUM, make)
    }

    fn within(system: &str, make: impl FnOnce(&mut Builder, Value) -> Value) -> Option<Bounds> {
        let system = examine(system_of(system));
        let mut b = Builder::new();
        let q = b.input(InputKind::Q, 0);
        let value = make(&mut b, q);
        let (function, link) = (Function::Gravity, None);
        bounds(&system, Target { function, link }, &b.finish(&[value]))
    }

    #[test]
    fn degrees_are_those_of_products_and_not_of_sums() {
        let squared = |times: usize| {
            of(|b, q| (0..times).fold(q, |x, _| b.mul(x, x)))
                .unwrap()
                .degree
        };
        let none = squared(0);
        // q^1024, three times.
        assert!((squared(10) - none - 3.0 * 1023.0).abs() < 0.1);
        let sine = |count: i64| {
            of(|b, q| {
                let (sin, cos) = b.sin_cos(q);
                (1..count).fold(sin, |sum, at| {
                    let scaled = b.scale(&multibody_program::exact::integer(at), cos);
                    b.add(sum, scaled)
                })
            })
            .unwrap()
        };
        assert!((sine(1000).degree - sine(2).degree).abs() < 0.1);
        assert!(sine(1000).height > sine(2).height);
    }

    #[test]
    fn divisors_count() {
        let chain = |count: usize| {
            of(|b, q| {
                (0..count).fold(q, |x, _| {
                    let sum = b.add(x, q);
                    b.div(q, sum)
                })
            })
        };
        let degrees = [1, 2, 4, 8].map(|count| chain(count).unwrap().degree);
        assert!(degrees.is_sorted_by(|a, b| a < b), "{degrees:?}");
        // Squares of quotients of quotients: the degree is at least that of the true polynomial, 2^20.
        let squares = of(|b, q| {
            (0..20).fold(q, |x, _| {
                let square = b.mul(x, x);
                b.div(square, q)
            })
        });
        assert!(squares.unwrap().degree >= 1_048_576.0);
        // No number of states is enough for degrees that a float cannot have.
        assert_eq!(of(|b, q| (0..2000).fold(q, |x, _| b.mul(x, x))), None);
    }

    #[test]
    fn what_has_no_bound_has_none() {
        assert_eq!(of(|b, q| b.call(Called::Sqrt, q)), None);
        assert_eq!(
            of(|b, q| {
                let x = b.mul(q, q);
                b.call(Called::Sin, x)
            }),
            None
        );
        assert!(of(|b, q| b.call(Called::Sin, q)).unwrap().log_error(61) < -40.0);
        let with = |force: &str| {
            let system = PENDULUM.replace("child: bob", &format!("child: bob, {force}"));
            within(&system, |_, q| q).map(|of| of.log_error(61))
        };
        assert!(with("damping: 0.1").unwrap() > with("").unwrap_or(-100.0));
        assert!(with("spring: 0.1").unwrap() < -30.0);
        assert_eq!(with("friction: 0.1"), None);
    }
}
