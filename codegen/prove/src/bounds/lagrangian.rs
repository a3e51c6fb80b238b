//! Bounds of the Lagrangian, and of an equation with a program.

use std::collections::BTreeMap;

use dashu_base::BitTest;

use super::Bounds;
use super::constraints::{ConstraintBounds, is_fully_checked, rows_bound};
use super::fraction::{FractionBound, PolynomialBound};
use super::roots;
use super::springs::point_springs;
use super::values::ValueBounds;
use crate::constraints::BIAS_DEGREE;
use crate::equations::{Degree, Equation, KINETIC_DEGREE};
use crate::evaluation::SystemPrograms;
use multibody_description::findings::ExaminedSystem;
use multibody_description::function::{Quantity, Target};
use multibody_description::joint::orientations;
use multibody_description::system::System;
use multibody_program::ir::{Input, InputKind, Program};

/// Bounds of the polynomial that is 0 where a program satisfies the equation of its target. None: no bound is known, since the
/// equation has one of these: a function other than roots, and than sines and cosines of linear forms of coordinates, parameters
/// and time; angles in too many parts; roots inside roots; roots of rates in T or in rows; too many roots with one rate; pivots;
/// selectors for many rows; a degree beyond floats.
#[must_use]
pub fn bounds(system: &ExaminedSystem, target: Target, program: &Program) -> Option<Bounds> {
    let programs = SystemPrograms::of(system).with_angles_of(program);
    let is_bounded = !programs.has_long_angles() && roots::are_bounded(system, &programs, program);
    if !is_bounded || !is_fully_checked(system, target.function.quantity()) {
        return None;
    }
    let degree = Equation::of(target).degree;
    let mut values = ValueBounds::new(programs.parts.clone(), quaternions(system));
    values.add_constants(program);
    programs.for_each(|other| values.add_constants(other));
    let outputs = values.outputs(program);
    let numbers = values.outputs(&programs.numbers);
    let mut product = PolynomialBound::default()
        .times(values.product(&numbers), degree.constants.into())
        .times(values.product(&outputs), degree.evaluations.into());
    if degree.expressions > 0 {
        product = product.times(forces(&mut values, &programs, &numbers), 1.0);
    }

    if target.function.quantity() == Quantity::Actuation {
        let forces = values.outputs(&programs.actuators);
        product = product.times(values.product(&forces), 1.0);
    }

    // The values of all programs below are differentiated.
    let first_divisor = values.divisor_count();
    let placements = Placements::of(&mut values, system, &programs, &numbers);
    product = product.times(values.product(&placements.value), degree.placements.into());
    // An entry of the product of a matrix that the program returns and a vector.
    let mut output_sum = values.product(&outputs).terms(system.nv());
    output_sum.degree += 1.0;
    let energies = match degree.expressions {
        0 => Expressions::default(),
        _ => Expressions::of(&mut values, &programs, degree, output_sum),
    };
    product = product.times(energies.product, 1.0);
    let mut point = placements.value.times(&numbers);
    // A component of a point is the sum of four products of an entry of a placement and a number: 2 bits. The difference of two
    // such components: 1 bit.
    point.numerator.height += 3.0;
    let mut row = PolynomialBound::default();
    if degree.rows > 0 {
        let rows = rows_bound(&mut values, system, &programs, &point, &numbers);
        row = values.product(&rows);
        product = product.times(row, degree.rows.into());
    }
    // The factor that one derivative adds, see `ValueBounds::change`.
    let divisors = values.change(first_divisor..values.divisor_count());
    let change = divisors.times(&placements.change);
    product = values.derivatives(product, degree.derivatives.into(), &change);

    if degree.expressions > 0 {
        let springs = point_springs(&mut values, system, &point, &numbers, &change);
        product = product.times(values.product(&springs), 1.0);
        if !system.constant_forces.is_empty() {
            // The rate of a point, times a force.
            let slope = values.derivative(&point, &change);
            product = product.times(values.product(&slope.times(&numbers)), 1.0);
        }
    }
    if degree.rows > 0 {
        let mass = mass(&values, system, &placements.value, &numbers);
        let constraints = ConstraintBounds {
            system,
            row: values.derivatives(row, BIAS_DEGREE.derivatives.into(), &change),
            mass: values
                .derivatives(mass, KINETIC_DEGREE.derivatives.into(), &change)
                .times(energies.kinetic, 1.0),
            output_sum,
        };
        product = product.or(constraints.equations(degree));
    }

    let vectors = f64::from(degree.vector_entries);
    let multipliers = system.nc() * degree.rows as usize;
    let summands = (summands(system) + multipliers) as f64;
    // Two different angles may have the same value at a state. Their difference is linear in the inputs.
    let pairs = values.circles * values.circles;
    let bits = motion_bits(system, &programs) as f64 + 64.0;
    let pair_bits = 2.0 * (values.scale_bits() + bits).max(values.form_bits + 1.0);
    let bounds = Bounds {
        degree: product.degree + vectors + pairs,
        height: product.height + (vectors + SPATIAL_SUMS) * summands.log2() + pairs * pair_bits,
    };
    // The arguments of friction's roots have numbers of the system as factors. The Coriolis matrix is evaluated at two vectors of
    // rates, with roots of its own at each.
    let argument = values.root_argument.times(values.product(&numbers), 2.0);
    let root_argument = argument.with_bits(4.0 * bits);
    let roots = values.roots + (f64::from(degree.evaluations) - 1.0) * roots::count(program);
    let bounds = roots::conjugates(bounds, roots, root_argument, system, &programs);
    let is_finite = bounds.degree.is_finite() && bounds.height.is_finite();
    // The rounding errors of sums of non-negative floats are far smaller than this margin.
    let ceiling = |bound: f64| bound * (1.0 + 1e-6);
    (is_finite && !values.has_failed).then_some(Bounds {
        degree: ceiling(bounds.degree),
        height: ceiling(bounds.height),
    })
}

/// Besides sums over the entries of vectors, an equation has two sums over links, for momenta about a common centre, and sums over
/// the components of vectors and matrices in space. These have at most 16^2 terms.
const SPATIAL_SUMS: f64 = 4.0;

/// An upper bound of the number of terms of each sum. It is at least 16, as [`SPATIAL_SUMS`] requires.
fn summands(system: &System) -> usize {
    let tree = &system.tree;
    let masses = tree.links.len() + system.symbolic.bodies.len() + tree.joints.len();
    let springs = system.point_springs.len() + system.constant_forces.len();
    let others = system.forces.len() + springs;
    let actuators = system.actuators.iter().map(|actuator| actuator.rates.len());
    masses + others + actuators.sum::<usize>() + system.nv() + 16
}

/// The bound of the potentials of force elements, and of the forces that follow from them.
fn forces(
    values: &mut ValueBounds,
    programs: &SystemPrograms,
    numbers: &FractionBound,
) -> PolynomialBound {
    let mut product = PolynomialBound::default();
    for force in &programs.forces {
        // The potential's arguments are a position or its rate, and coefficients. Their bounds, to the power of its degree, follow
        // below.
        let first_divisor = values.divisor_count();
        let potential = values.outputs(&force.potential);
        let change = values.change(first_divisor..values.divisor_count());
        let potential = values.derivatives(values.product(&potential), 1.0, &change);
        let position = values.outputs(&force.position);
        let bits = force.rates.iter().map(|(_, factor)| {
            // One bit more for each sum.
            factor.numerator().bit_len() + factor.denominator().bit_len() + 1
        });
        let factor_bits = bits.sum::<usize>().saturating_sub(1);
        let degree = potential.degree;
        product = product.times(potential, 1.0);
        let mut variable = values.product(&position);
        variable.degree = variable.degree.max(1.0); // of the rate, if there is no position
        product = product.times(variable, degree);
        product = product.times(values.product(numbers), degree);
        product.height += degree * (factor_bits as f64 + 2.0);
    }
    product
}

/// The placements of all links and placed bodies.
pub struct Placements {
    /// The bound of the entries of all placements, over one denominator.
    pub value: FractionBound,
    /// The additional factor of each derivative in charts whose rates are not derivatives of coordinates.
    pub change: FractionBound,
}

impl Placements {
    pub fn of(
        values: &mut ValueBounds,
        system: &System,
        programs: &SystemPrograms,
        numbers: &FractionBound,
    ) -> Self {
        let [mut value, mut change] = [(); 2].map(|()| FractionBound::default());
        for motion in programs.motions.iter().flatten() {
            let transform = values.outputs(&motion.transform);
            if let Some(map) = &motion.rate_map {
                // X (X^-1 X' N) along a rate, with the transform X, the rate map N and the derivative X', which has the degree of
                // X. Each of the three products, and of the sums over coordinates and rates, has at most six terms.
                let map = values.outputs(map);
                change = change.times(&transform.power(2.0)).times(&map);
                change.numerator.height += 15.0;
            }
            // The axes of the motion and their inverse. Three products of 4 x 4 matrices add 2 bits each.
            value = value.times(&transform).times(&numbers.power(2.0));
            value.numerator.height += 6.0;
        }
        // The origins of joints.
        let joints = system.tree.joints.len() as f64;
        value = value.times(&numbers.power(joints));
        value.numerator.height += 2.0 * joints;
        if !programs.symbolic.bodies.outputs().is_empty() {
            let bodies = values.outputs(&programs.symbolic.bodies);
            value = values.sum(&value, &bodies);
        }
        Self { value, change }
    }
}

/// The most bits of a mimic joint's multiplier, plus the most bits of a number of parts into which an input is divided.
fn motion_bits(system: &System, programs: &SystemPrograms) -> usize {
    let factors = system.tree.joints.iter().flat_map(|joint| &joint.motions);
    let bits = factors.map(|motion| {
        let factor = &motion.multiplier;
        factor.numerator().bit_len() + factor.denominator().bit_len()
    });
    let parts = programs.parts.values().map(BitTest::bit_len).max();
    bits.max().unwrap_or(0) + parts.unwrap_or(0)
}

/// The bound of an entry of the mass matrix, without expressions and without derivatives. The entry is a sum of `tr(X' P X'^T)`,
/// with the placements X and the mass moments P of links, and of armatures.
fn mass(
    values: &ValueBounds,
    system: &System,
    placement: &FractionBound,
    numbers: &FractionBound,
) -> PolynomialBound {
    let entry = PolynomialBound::default()
        .times(values.product(placement), KINETIC_DEGREE.placements.into())
        .times(values.product(numbers), KINETIC_DEGREE.constants.into());
    // The trace has 3 * 4 * 4 products for each link.
    entry.terms(summands(system)).with_bits(10.0)
}

/// The bounds of expressions of energies and forces.
#[derive(Default)]
struct Expressions {
    /// T.
    kinetic: PolynomialBound,
    /// The product of the bounds of all expressions: each product of an equation has at most one term of each
    /// expression as a factor.
    product: PolynomialBound,
}

impl Expressions {
    /// Each rate in T may be a sum of the program's outputs times a vector. T may contain any product of rates: its
    /// text need not be quadratic in them, although its value is.
    fn of(
        values: &mut ValueBounds,
        programs: &SystemPrograms,
        degree: Degree,
        output_sum: PolynomialBound,
    ) -> Self {
        let symbolic = &programs.symbolic;
        let mut bound = |program: &Program| match program.outputs().len() {
            0 => PolynomialBound::default(),
            count => {
                let terms = values.outputs(program);
                values.product(&terms).terms(count)
            }
        };
        let [energy, potential, forces] =
            [&symbolic.kinetic, &symbolic.potential, &symbolic.forces].map(&mut bound);
        // T(x + y) - T(x) - T(y) + T(0)
        let kinetic = energy.with_bits(energy.degree + 2.0);
        let mut product = kinetic.times(potential, 1.0).times(forces, 1.0);
        if degree.has_returned_rates {
            product = product.times(output_sum, kinetic.degree);
        }
        Self { kinetic, product }
    }
}

/// For each input that is a component of a quaternion, the index of the quaternion's first position. The coordinates of other
/// charts are drawn directly, or are functions without bounds.
fn quaternions(system: &System) -> BTreeMap<Input, usize> {
    let mut quaternions = BTreeMap::new();
    for coordinate in &system.coordinates {
        for (offset, chart) in orientations(coordinate.kind.positions()) {
            let (first, count) = (coordinate.q + offset, chart.neutral().len());
            let inputs = (first..first + count).map(|index| Input::new(InputKind::Q, index));
            if count == 4 {
                quaternions.extend(inputs.map(|input| (input, first)));
            }
        }
    }
    quaternions
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraints::MAX_SELECTED_ROWS;
    use crate::described::{examine, system_of, system_of_struct};
    use multibody_description::function::Function;
    use multibody_description::signature::Returned;
    use multibody_program::exact::integer;
    use multibody_program::ir::{Builder, Function as Called, Value};

    const PENDULUM: &str = "gravity = [0, 0, -9.81], \
         joint hinge { revolute, axis: y, parent: world, child: bob }, \
         body bob { mass: 1.5, com: [0, 0, 0.5], inertia: diag(0.1, 0.1, 0.01) }";

    fn pendulum_bound(make: impl FnOnce(&mut Builder, Value) -> Value) -> Option<Bounds> {
        gravity_bound(PENDULUM, make)
    }

    fn gravity_bound(
        system: &str,
        make: impl FnOnce(&mut Builder, Value) -> Value,
    ) -> Option<Bounds> {
        let system = examine(system_of(system));
        let mut b = Builder::new();
        let q = b.input(InputKind::Q, 0);
        let value = make(&mut b, q);
        let (function, link) = (Function::Gravity, None);
        bounds(&system, Target { function, link }, &b.finish(&[value]))
    }

    #[test]
    fn degrees_are_those_of_products_and_not_of_sums() {
        let power_degree = |times: usize| {
            pendulum_bound(|b, q| (0..times).fold(q, |x, _| b.mul(x, x)))
                .unwrap()
                .degree
        };
        let base = power_degree(0);
        // q^1024
        assert!((power_degree(10) - base - 1023.0).abs() < 0.1);
        let sine = |count: i64| {
            pendulum_bound(|b, q| {
                let (sin, cos) = b.sin_cos(q);
                (1..count).fold(sin, |sum, factor| {
                    let product = b.scale(&multibody_program::exact::integer(factor), cos);
                    b.add(sum, product)
                })
            })
            .unwrap()
        };
        assert!((sine(1000).degree - sine(2).degree).abs() < 0.1);
        assert!(sine(1000).height > sine(2).height);
    }

    /// The example of docs/design/proof.md.
    #[test]
    fn the_gravity_of_a_pendulum_has_a_low_bound() {
        let bound = pendulum_bound(|b, q| {
            let (sin, _) = b.sin_cos(q);
            b.scale(&(integer(1471) / integer(200)), sin)
        });
        let degree = bound.unwrap().degree;
        assert!((degree - 24.0).abs() < 0.1, "{degree}");
    }

    #[test]
    fn divisors_raise_degrees() {
        let chain = |count: usize| {
            pendulum_bound(|b, q| {
                (0..count).fold(q, |x, _| {
                    let sum = b.add(x, q);
                    b.div(q, sum)
                })
            })
        };
        let degrees = [1, 2, 4, 8].map(|count| chain(count).unwrap().degree);
        assert!(degrees.is_sorted_by(|a, b| a < b), "{degrees:?}");
        // Squares of quotients of quotients: the degree is at least that of the true polynomial, 2^20.
        let squares = pendulum_bound(|b, q| {
            (0..20).fold(q, |x, _| {
                let square = b.mul(x, x);
                b.div(square, q)
            })
        });
        assert!(squares.unwrap().degree >= 1_048_576.0);
        // No number of states is enough for degrees that a float cannot have.
        assert_eq!(
            pendulum_bound(|b, q| (0..2000).fold(q, |x, _| b.mul(x, x))),
            None
        );
    }

    #[test]
    fn nested_roots_and_sines_of_squares_have_no_bound() {
        let nested_bound = pendulum_bound(|b, q| {
            let root = b.call(Called::Sqrt, q);
            let sum = b.add(root, q);
            b.call(Called::Sqrt, sum)
        });
        assert_eq!(nested_bound, None);
        assert_eq!(
            pendulum_bound(|b, q| {
                let x = b.mul(q, q);
                b.call(Called::Sin, x)
            }),
            None
        );
        assert!(
            pendulum_bound(|b, q| b.call(Called::Sin, q))
                .unwrap()
                .log_error(61)
                < -40.0
        );
        let bound = |force: &str| {
            let system = PENDULUM.replace("child: bob", &format!("child: bob, {force}"));
            gravity_bound(&system, |_, q| q).map(|bounds| bounds.log_error(61))
        };
        assert!(bound("damping: 0.1").unwrap() > bound("").unwrap_or(-100.0));
        assert!(bound("spring: 0.1").unwrap() < -30.0);
        assert!(bound("friction: 0.1").unwrap() > bound("").unwrap_or(-100.0));
    }

    /// The bound of a function whose outputs are all `q0`.
    fn of_outputs(system: &ExaminedSystem, function: Function) -> Option<Bounds> {
        let mut b = Builder::new();
        let q = b.input(InputKind::Q, 0);
        let count = Returned::of(system, 0, function).count();
        let link = function.is_of_link().then_some(0);
        bounds(
            system,
            Target { function, link },
            &b.finish(&vec![q; count]),
        )
    }

    #[test]
    fn functions_without_constraints_have_the_same_bound_in_a_system_with_constraints() {
        let pendulum = examine(system_of(PENDULUM));
        let text = format!("{PENDULUM}, constraint row: hinge - 3,");
        let constrained_pendulum = examine(system_of(&text));
        assert_eq!(constrained_pendulum.nc(), 1);
        let functions = [
            Function::MassMatrix,
            Function::ForwardDynamics,
            Function::Centroidal,
        ];
        for function in functions {
            let bounds =
                [&pendulum, &constrained_pendulum].map(|system| of_outputs(system, function));
            assert!(
                bounds[0].is_some() && bounds[0] == bounds[1],
                "{function}: {bounds:?}"
            );
        }
    }

    /// All functions but those that return pivots.
    #[test]
    fn functions_of_constraints_have_bounds() {
        for rows in 1..=3 {
            let slides = ["x", "y", "z"].map(|axis| {
                let [parent, child] = match axis {
                    "x" => ["bob", "a"],
                    "y" => ["a", "b"],
                    _ => ["b", "c"],
                };
                format!(
                    "joint {axis}_slide {{ prismatic, axis: {axis}, parent: {parent}, child: {child} }}, \
                     body {child} {{ mass: 1.5, com: [0, 0, 0.5], inertia: diag(0.1, 0.1, 0.01) }},"
                )
            });
            let constraints = [
                "x_slide - sin(hinge),",
                "y_slide - hinge,",
                "z_slide_dot - hinge_dot,",
            ];
            let items: String = constraints
                .iter()
                .take(rows)
                .enumerate()
                .map(|(at, row)| format!("constraint row{at}: {row}"))
                .collect();
            let mut system = examine(system_of(&format!(
                "{PENDULUM}, {} {items}",
                slides.concat()
            )));
            assert_eq!(system.nc(), rows);
            for eps in [None, Some(integer(1) / integer(1000))] {
                system.system.regularization = eps;
                for function in Function::ALL {
                    let has_pivots = matches!(function.quantity(), Quantity::Constrained(response) if response.has_pivots());
                    let bound = of_outputs(&system, function);
                    assert_eq!(bound.is_some(), !has_pivots, "{function}");
                    assert!(
                        bound.is_none_or(|bound| bound.log_error(61) < -20.0),
                        "{function}: {bound:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn selectors_of_many_rows_have_no_bound() {
        for (rows, is_tried) in [(MAX_SELECTED_ROWS, true), (MAX_SELECTED_ROWS + 1, false)] {
            let slide = |index| {
                format!(
                    "joint slide{index} {{ prismatic, axis: x, parent: world, child: block{index} }}, \
                     body block{index} {{ mass: 1, inertia: diag(1, 1, 1) }}, constraint lock{index}: slide{index} - 3,"
                )
            };
            let system = examine(system_of(&(0..rows).map(slide).collect::<String>()));
            assert_eq!(system.nc(), rows);
            let function = Function::ConstrainedForwardDynamicsWithSelectors;
            assert_eq!(of_outputs(&system, function).is_some(), is_tried);
        }
    }

    #[test]
    fn expressions_and_parameters_have_bounds() {
        let bound = |items: &str| {
            of_outputs(
                &examine(system_of(&format!("{PENDULUM}, {items}"))),
                Function::ForwardDynamics,
            )
        };
        let base_degree = bound("").unwrap().degree;
        let cases = [
            "potential = sin(2 * hinge) / (3 + cos(hinge)),",
            "kinetic = hinge_dot.powi(2) * (2 + cos(hinge)),",
            "coordinates = [x], kinetic = x_dot.powi(2) / (1 + x.powi(2)),",
            "force(hinge) = hinge_dot.powi(3) * cos(hinge),",
            "potential = sqrt(2 + hinge),",
            "spring cord { from: [world, [1, 0, 1]], to: [bob, [0, 0, 1]], stiffness: 3, length: 0.2, damping: 0.1 },",
            "particle bead { mass: 2, position: [sin(2 * hinge), 0, hinge] },",
        ];
        for items in cases {
            assert!(bound(items).unwrap().degree > base_degree, "{items}");
        }
        let constraint = "constraint row: exp(hinge) - 2,";
        assert!(bound(constraint).is_some());
        for items in [
            "potential = sqrt(2 + sqrt(hinge)),",
            "kinetic = hinge_dot * sqrt(hinge_dot.powi(2)),",
            "potential = exp(hinge),",
            "potential = sin(hinge.powi(2)),",
        ] {
            assert_eq!(bound(items), None, "{items}");
        }
        let parameter = PENDULUM.replace("mass: 1.5", "mass: m / (1 + m)");
        let parameter = examine(system_of_struct("struct Robot { m: f64 }", &parameter));
        assert!(
            of_outputs(&parameter, Function::ForwardDynamics)
                .unwrap()
                .degree
                > base_degree
        );
    }
}
